public class Desk {
  public void Bare() {
    Process.Start("git"); // expect: child-env-inherited
  }
  public void Clean(ProcessStartInfo start) {
    start.Environment.Clear();
    Process.Start(start); // ok: child-env-inherited
  }
}
