class Desk {
  void bare() throws Exception {
    new ProcessBuilder("git").start(); // expect: child-env-inherited
  }
  void clean() throws Exception {
    var builder = new ProcessBuilder("git"); // ok: child-env-inherited
    builder.environment().clear();
  }
}
