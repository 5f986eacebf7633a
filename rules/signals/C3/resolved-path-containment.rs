fn inside(path: &Path, root: &Path) -> bool {
    let path = path.canonicalize().unwrap();
    path.starts_with(root) // expect: resolved-path-containment
}

fn prefixed(name: &str) -> bool {
    name.starts_with("root") // ok: resolved-path-containment
}
