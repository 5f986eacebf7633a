public class Desk {
  public void Bare() {
    var p = Process.Start("git", "status"); // expect: process-without-timeout
    p.WaitForExit();
  }

  public void Bounded() {
    var p = Process.Start("git", "status"); // ok: process-without-timeout
    p.WaitForExit(5000);
  }
}
