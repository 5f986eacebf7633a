fn run(program: &str) {
    std::process::Command::new(program).env_clear().status(); // expect: process-environment-reduced
    std::process::Command::new(program).env_remove("A").status(); // ok: process-environment-reduced
}
