#include <cstdlib>

void run(const std::string &command) {
  std::system(command.c_str()); // expect: host-process
  popen(command.c_str(), "r"); // expect: host-process
  system_clock(command); // ok: host-process
}
