//! The inventory of an invented repository of 4,000 files and 8 MB of code, without a cache and with a filled one, five
//! runs each. Prints medians and the peak of memory of both. `cargo bench --bench inventory`; the size of a large
//! monorepo, 30,000 files: `DEPTHGAUGE_BENCH_FILES=30000`.

mod invented;

use std::{path::Path, time::Instant};

use depthgauge::{audit::inventory, facts::Cache, rulebook::Rulebook};
use invented::{AGENT_SHARE, Quiet, median, peak_memory, report, snapshot};

const RUNS: usize = 5;

fn main() {
    let files = invented::files();
    let root = tempfile::tempdir().expect("folder");
    let cache = tempfile::tempdir().expect("folder");
    let bytes = invented::write(root.path(), files, AGENT_SHARE);
    let cold = (0..RUNS).map(|_| run(root.path(), None)).collect();
    // Fills it.
    run(root.path(), Some(cache.path()));
    let warm = (0..RUNS).map(|_| run(root.path(), Some(cache.path()))).collect();
    report(&format!(
        "{files} files, {:.1} MB of code: cold {}, warm {}, medians of {RUNS} runs; peak memory {} MB",
        bytes as f64 / 1e6,
        median(cold),
        median(warm),
        peak_memory()
    ));
}

fn run(root: &Path, cache: Option<&Path>) -> u128 {
    let start = Instant::now();
    let rulebook = Rulebook::for_run(None, None).expect("rules");
    let cache = cache.map(|folder| Cache::open(folder).expect("cache").0);
    let seen = inventory(&snapshot(root), &rulebook, cache.as_ref(), &Quiet).expect("inventory");
    if let Some(cache) = cache {
        cache.finish();
    }
    let time = start.elapsed().as_millis();
    assert!(!seen.sections.is_empty(), "the repository holds an agent");
    time
}
