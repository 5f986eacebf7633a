void run(const std::string &line) {
  std::system(line.c_str()); // expect: process-without-timeout
  shelf_system(line); // ok: process-without-timeout
}
