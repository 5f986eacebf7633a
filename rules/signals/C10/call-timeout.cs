public class Desk {
  public void Run(Process process) {
    source.CancelAfter(5000); // expect: call-timeout
    process.WaitForExit(5000); // expect: call-timeout
    process.WaitForExit(); // ok: call-timeout
  }
}
