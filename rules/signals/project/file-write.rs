use std::fs;

fn save(path: &str) {
    fs::write(path, "x"); // expect: file-write
    std::fs::File::create(path); // expect: file-write
    fs::read(path); // ok: file-write
}
