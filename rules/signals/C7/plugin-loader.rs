fn load(path: &str) {
    libloading::Library::new(path); // expect: plugin-loader
    books::Library::new(path); // ok: plugin-loader
}
