public class Desk {
  public void Run(string tool) {
    Process.Start("git", "status"); // expect: helper-process
    Process.Start(tool); // ok: helper-process
  }
}
