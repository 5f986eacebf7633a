void run(const std::string &line) {
  std::system("git status"); // expect: helper-process
  std::system(line.c_str()); // ok: helper-process
}
