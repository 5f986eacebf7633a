void run(const std::string &command) {
  std::system(command.c_str()); // expect: shell-string-execution
  std::system("clear"); // ok: shell-string-execution
}
