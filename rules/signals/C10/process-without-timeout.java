class Desk {
  void bare() throws Exception {
    Process p = new ProcessBuilder("git", "status").start(); // expect: process-without-timeout
    p.waitFor();
  }

  void bounded() throws Exception {
    Process p = new ProcessBuilder("git", "status").start(); // ok: process-without-timeout
    p.waitFor(5, TimeUnit.SECONDS);
  }
}
