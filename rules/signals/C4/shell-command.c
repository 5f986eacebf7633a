void run(const char *command) {
  popen(command, "r"); // expect: shell-command
  system(command); // expect: shell-command
  execlp("sh", "sh", "-c", command, NULL); // expect: shell-command
  execlp("git", "git", "status", NULL); // ok: shell-command
}
