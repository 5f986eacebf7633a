import java.nio.file.Files;

class Store {
  void store(Path path) throws Exception {
    Files.writeString(path, "a"); // expect: file-write
    Files.readString(path); // ok: file-write
  }
}
