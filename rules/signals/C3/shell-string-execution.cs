public class Runner {
  public void Run(string command) {
    Process.Start("cmd.exe", "/c " + command); // expect: shell-string-execution
    Process.Start("git", "status"); // ok: shell-string-execution
  }
}
