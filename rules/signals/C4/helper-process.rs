use std::process::Command;

fn root() -> Output {
    Command::new("git").args(["rev-parse", "--show-toplevel"]).output() // expect: helper-process
}

fn other(name: &str) -> Output {
    Command::new(name).output() // ok: helper-process
}
