class Desk {
  void run(String tool) throws Exception {
    new ProcessBuilder("git", "status").start(); // expect: helper-process
    new ProcessBuilder(tool).start(); // ok: helper-process
  }
}
