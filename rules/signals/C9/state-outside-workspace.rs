fn folder() {
    dirs::home_dir(); // expect: state-outside-workspace
    std::env::temp_dir(); // ok: state-outside-workspace
}
