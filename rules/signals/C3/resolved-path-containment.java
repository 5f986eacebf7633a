class Shelf {
  Path inside(Path root, String name) throws Exception {
    Path path = root.resolve(name).toRealPath();
    if (!path.startsWith(root)) throw new SecurityException(name); // expect: resolved-path-containment
    return path;
  }

  boolean named(String name) {
    return name.startsWith("book"); // ok: resolved-path-containment
  }
}
