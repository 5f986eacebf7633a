fn clear(path: &str) {
    std::fs::remove_dir_all(path); // expect: destructive-operation
    std::fs::create_dir_all(path); // ok: destructive-operation
}
