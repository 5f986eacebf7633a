void run(const char *line) {
  popen(line, "r"); // expect: process-without-timeout
  shelf_popen(line); // ok: process-without-timeout
}
