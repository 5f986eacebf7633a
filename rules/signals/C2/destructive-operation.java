import java.nio.file.Files;

class Shelf {
  void drop(Path path) throws Exception {
    Files.delete(path); // expect: destructive-operation
  }
  void clean(Path tempFile) throws Exception {
    Files.delete(tempFile); // ok: destructive-operation
  }
}
