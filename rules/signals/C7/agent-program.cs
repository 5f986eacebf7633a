public class Desk {
  public void Start() {
    Process.Start("gemini", "-p"); // expect: agent-program
    Process.Start("git", "status"); // ok: agent-program
  }
}
