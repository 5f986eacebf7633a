void run(const char *line) {
  popen("git status", "r"); // expect: helper-process
  popen(line, "r"); // ok: helper-process
}
