public class Desk {
  public void Stop(CancellationToken token) {
    token.ThrowIfCancellationRequested(); // expect: cancel-signal
    shelf.Close(); // ok: cancel-signal
  }
}
