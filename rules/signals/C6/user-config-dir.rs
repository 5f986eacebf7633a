fn folder() {
    dirs::config_dir(); // expect: user-config-dir
    std::env::temp_dir(); // ok: user-config-dir
}
