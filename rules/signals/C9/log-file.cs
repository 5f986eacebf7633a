public class Desk {
  public void Run() {
    var log = new LoggerConfiguration().WriteTo.File("desk.log").CreateLogger(); // expect: log-file
    shelf.File("a"); // ok: log-file
  }
}
