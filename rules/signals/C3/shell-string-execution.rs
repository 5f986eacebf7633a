fn run(line: &str) {
    std::process::Command::new("/bin/bash").arg("-c").arg(line).status(); // expect: shell-string-execution
    std::process::Command::new("rg").arg(line).status(); // ok: shell-string-execution
}
