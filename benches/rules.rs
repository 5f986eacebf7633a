//! What every run of the program pays first: loading and checking all rule and ladder files, and compiling the queries
//! of Python, TypeScript and Go. `cargo bench --bench rules` prints medians in milliseconds.

use std::time::Instant;

use depthgauge::{
    rulebook::Rulebook,
    syntax::{Language, compile_queries},
};

const RUNS: usize = 21;

fn main() {
    let load = median(|| drop(Rulebook::load(None).expect("rules")));
    let queries = median(|| {
        for language in [Language::Python, Language::TypeScript, Language::Go] {
            drop(compile_queries(language).expect("queries"));
        }
    });
    let out = format!(
        "rules and ladders {load:.1} ms, queries of Python, TypeScript and Go {queries:.1} ms: medians of {RUNS} runs"
    );
    // A bench reports on standard output.
    #[expect(clippy::print_stdout)]
    {
        println!("{out}");
    }
}

/// Milliseconds.
fn median(run: impl Fn()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
