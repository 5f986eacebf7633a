public class Shelf {
  public void Drop(string path) {
    File.Delete(path); // expect: destructive-operation
  }
  public void Clean(string tempFile) {
    File.Delete(tempFile); // ok: destructive-operation
  }
}
