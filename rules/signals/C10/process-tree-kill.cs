public class Desk {
  public void Stop(Process process) {
    process.Kill(entireProcessTree: true); // expect: process-tree-kill
    process.Kill(); // ok: process-tree-kill
  }
}
