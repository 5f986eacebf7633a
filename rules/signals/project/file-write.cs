public class Store {
  public void Write(string path) {
    File.WriteAllText(path, "a"); // expect: file-write
    File.ReadAllText(path); // ok: file-write
  }
}
