void run(const std::string &command) {
  std::system(command.c_str()); // expect: shell-command
  execlp("git", "git", "status", nullptr); // ok: shell-command
}
