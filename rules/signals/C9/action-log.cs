public class Desk {
  public void Run(string toolName, string shelf) {
    _logger.LogInformation("called {Tool}", toolName); // expect: action-log
    _logger.LogInformation("opened {Shelf}", shelf); // ok: action-log
  }
}
