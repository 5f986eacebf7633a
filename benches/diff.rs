//! The comparison of two commits of an invented repository of 4,000 files, ten of them changed, with the program itself:
//! with an empty cache, and with one that holds what another comparison read, five runs each. Prints medians.
//! `cargo bench --bench diff`; other sizes: `DEPTHGAUGE_BENCH_FILES=N`.

mod invented;

use std::{
    fs::{self, OpenOptions},
    io::Write,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use invented::{AGENT_SHARE, median, report};

const RUNS: usize = 5;
/// Files that the head changes.
const CHANGED: usize = 10;

fn main() {
    let files = invented::files();
    let root = tempfile::tempdir().expect("folder");
    let bytes = invented::write(root.path(), files, AGENT_SHARE);
    // What warms the cache is not the comparison that is measured: the ten files are new to it.
    change(root.path(), files, "earlier");
    change(root.path(), files, "later");
    let cold = (0..RUNS).map(|_| compare(root.path(), "HEAD~1", "HEAD", empty().path())).collect();
    let warm = (0..RUNS).map(|_| {
        let cache = empty();
        compare(root.path(), "HEAD~2", "HEAD~1", cache.path());
        compare(root.path(), "HEAD~1", "HEAD", cache.path())
    });
    report(&format!(
        "{files} files, {:.1} MB of code, {CHANGED} of them changed: cold {}, warm {}, medians of {RUNS} runs",
        bytes as f64 / 1e6,
        median(cold),
        median(warm.collect()),
    ));
}

fn empty() -> tempfile::TempDir {
    tempfile::tempdir().expect("folder")
}

/// A commit that adds a comment to ten files.
fn change(root: &Path, files: usize, word: &str) {
    for at in (0..files).step_by(files.div_ceil(CHANGED).max(1)) {
        let folder = root.join(format!("src/part{}", at / 50));
        let name = format!("module{at}.");
        let entries = fs::read_dir(folder).expect("folder").filter_map(Result::ok);
        let file = entries
            .map(|entry| entry.path())
            .find(|path| path.file_name().is_some_and(|own| own.to_string_lossy().starts_with(&name)));
        let file = file.expect("a file");
        let mark = if file.extension().is_some_and(|ending| ending == "py") { "#" } else { "//" };
        let mut file = OpenOptions::new().append(true).open(file).expect("file");
        writeln!(file, "{mark} {word}").expect("written");
    }
    let status = Command::new("git")
        .args(["-c", "user.name=bench", "-c", "user.email=bench@example.invalid", "-c", "commit.gpgsign=false"])
        .args(["commit", "--quiet", "--all", "--message=change"])
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .current_dir(root)
        .status()
        .expect("git");
    assert!(status.success(), "a commit");
}

fn compare(root: &Path, base: &str, head: &str, cache: &Path) -> u128 {
    let start = Instant::now();
    let status = Command::new(env!("CARGO_BIN_EXE_depthgauge"))
        .args(["diff", base, head, "--two-dot", "--quiet"])
        .env("XDG_CACHE_HOME", cache)
        .current_dir(root)
        .stdout(Stdio::null())
        .status()
        .expect("the program starts");
    let time = start.elapsed().as_millis();
    assert!(status.success(), "nothing is weaker");
    time
}
