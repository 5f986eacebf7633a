use libloading::Library;

fn load(path: &str) {
    let library = unsafe { Library::new(path) }; // expect: extension-in-process
    let size = path.len(); // ok: extension-in-process
}
