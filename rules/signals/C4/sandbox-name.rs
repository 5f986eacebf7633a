pub struct Sandbox { // expect: sandbox-name
    root: String,
}

fn run_in_container(line: &str) -> &str { // expect: sandbox-name
    line
}

fn shell_in_jail(line: &str) -> &str { // expect: sandbox-name
    line
}

fn is_running_in_container(line: &str) -> &str { // ok: sandbox-name
    line
}
