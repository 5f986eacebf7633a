class Desk {
  void start() throws Exception {
    new ProcessBuilder("codex", "exec").start(); // expect: agent-program
    new ProcessBuilder("git", "status").start(); // ok: agent-program
  }
}
