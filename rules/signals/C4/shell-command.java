class Runner {
  void run(String command) throws Exception {
    new ProcessBuilder("/bin/sh", "-c", command).start(); // expect: shell-command
    new ProcessBuilder("git", "status").start(); // ok: shell-command
  }
}
