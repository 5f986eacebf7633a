//! Progress and logs, both on stderr.

use std::{
    io::{self, IsTerminal},
    sync::Mutex,
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Told by the pipeline how far it is. Called from any thread.
pub trait Progress: Sync {
    /// A new stage begins; `total` steps if known.
    fn stage(&self, name: &'static str, total: Option<u64>);

    /// So many steps are done.
    fn advance(&self, steps: u64);
}

/// Shows nothing.
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &'static str, _: Option<u64>) {}

    fn advance(&self, _: u64) {}
}

/// A bar on stderr that is gone when the work is.
pub struct Bar(Mutex<ProgressBar>);

impl Bar {
    fn new() -> Self {
        Self(Mutex::new(ProgressBar::hidden()))
    }

    fn current(&self) -> ProgressBar {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

impl Progress for Bar {
    fn stage(&self, name: &'static str, total: Option<u64>) {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        let template = if total.is_some() { "{msg} {wide_bar} {pos}/{len}" } else { "{spinner} {msg}" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(name);
        bar.enable_steady_tick(Duration::from_millis(120));
        let mut current = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        current.finish_and_clear();
        *current = bar;
    }

    fn advance(&self, steps: u64) {
        self.current().inc(steps);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.current().finish_and_clear();
    }
}

/// A bar where a person can see it, else nothing.
pub fn progress(quiet: bool, verbose: u8) -> Box<dyn Progress> {
    // Log lines and a bar would write over each other.
    if quiet || verbose > 0 || !io::stderr().is_terminal() { Box::new(Silent) } else { Box::new(Bar::new()) }
}

/// Logs of this program to stderr: warnings, with `-v` more.
pub fn log(quiet: bool, verbose: u8) {
    let level = match (quiet, verbose) {
        (true, _) => "off",
        (false, 0) => "warn",
        (false, 1) => "info",
        (false, 2) => "debug",
        (false, _) => "trace",
    };
    let filter = tracing_subscriber::EnvFilter::new(format!("depthgauge={level}"));
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(false)
        .without_time()
        .with_target(verbose > 1)
        .finish();
    // A second run within one process keeps the first one's logs.
    let _ = tracing::subscriber::set_global_default(logs);
}
