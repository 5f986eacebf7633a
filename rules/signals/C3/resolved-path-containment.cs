public class Shelf {
  public string Inside(string root, string name) {
    var path = Path.GetFullPath(Path.Combine(root, name));
    if (!path.StartsWith(root)) throw new Exception(name); // expect: resolved-path-containment
    return path;
  }

  public bool Named(string name) => name.StartsWith("book"); // ok: resolved-path-containment
}
