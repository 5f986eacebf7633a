class Runner {
  void run(String command) throws Exception {
    new ProcessBuilder("git", "status").start(); // expect: host-process
    Runtime.getRuntime().exec(command); // expect: host-process
    builder.start(); // ok: host-process
  }
}
