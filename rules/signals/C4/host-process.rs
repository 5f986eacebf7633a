use std::process::Command;
use tokio::process::Command as Child;

async fn start(program: &str) -> std::io::Result<()> {
    Command::new(program).arg("--now").status()?; // expect: host-process
    Child::new("tool").spawn()?; // expect: host-process
    Ok(())
}

fn plan(parser: clap::Command) {
    parser.arg(clap::Arg::new("later")); // ok: host-process
}

#[cfg(test)]
mod tests {
    #[test]
    fn starts() {
        std::process::Command::new("true").status().unwrap(); // ok: host-process
    }
}
