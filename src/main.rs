use std::process::ExitCode;

fn main() -> ExitCode {
    depthgauge::cli::run()
}
