fn run(program: &str) {
    std::process::Command::new(program).env_clear().status(); // expect: filtered-child-environment
    std::process::Command::new(program).status(); // ok: filtered-child-environment
}
