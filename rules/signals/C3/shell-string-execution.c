void run(const char *command) {
  popen(command, "r"); // expect: shell-string-execution
  system("clear"); // ok: shell-string-execution
}
