fn run(program: &str) {
    std::process::Command::new(program).process_group(0).spawn(); // expect: process-tree-kill
    std::process::Command::new(program).spawn(); // ok: process-tree-kill
}
