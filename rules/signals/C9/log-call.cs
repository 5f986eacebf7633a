public class Desk {
  public void Run() {
    _logger.LogInformation("called"); // expect: log-call
    _shelf.Note("called"); // ok: log-call
  }
}
