public class Runner {
  public void Run(string command) {
    Process.Start("cmd.exe", "/c " + command); // expect: shell-command
    Process.Start("git", "status"); // ok: shell-command
  }
}
