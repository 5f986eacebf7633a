//! The whole audit of an invented repository of 4,000 files and 8 MB of code, five runs. Prints the median time and the
//! peak of memory. `cargo bench --bench audit`; other sizes: `DEPTHGAUGE_BENCH_FILES=N`.
//!
//! One file in [`AGENT_SHARE`] is made of calls that rules ask for, the others of what programs mostly are: that gives
//! as many findings for a megabyte as real agents of this size have. `DEPTHGAUGE_BENCH_DENSE=1` fills every file with
//! such calls, the worst case.

mod invented;

use std::{env, path::Path, time::Instant};

use depthgauge::{
    audit::{AuditOptions, AuditOutcome, audit},
    rulebook::Rulebook,
};
use invented::{AGENT_SHARE, Quiet, median, peak_memory, report, snapshot};

const RUNS: usize = 5;

fn main() {
    let files = invented::files();
    let share = if env::var_os("DEPTHGAUGE_BENCH_DENSE").is_some() { 1 } else { AGENT_SHARE };
    let root = tempfile::tempdir().expect("folder");
    let bytes = invented::write(root.path(), files, share);
    let mut findings = 0;
    let times: Vec<u128> = (0..RUNS).map(|_| run(root.path(), &mut findings)).collect();
    report(&format!(
        "{files} files, {:.1} MB of code, {findings} findings: median {} of {RUNS} runs, peak memory {} MB",
        bytes as f64 / 1e6,
        median(times),
        peak_memory()
    ));
}

fn run(root: &Path, findings: &mut usize) -> u128 {
    let start = Instant::now();
    let rulebook = Rulebook::for_run(None, None).expect("rules");
    let options = AuditOptions { date: "2026-01-01".to_owned(), ..AuditOptions::default() };
    let outcome = audit(&snapshot(root), &rulebook, &options, None, &Quiet).expect("audit");
    let time = start.elapsed().as_millis();
    let AuditOutcome::Card { signals, .. } = outcome else { panic!("the repository holds an agent") };
    *findings = signals.len();
    time
}
