void run() {
  spdlog::rotating_logger_mt("desk", "desk.log", 1000, 3); // expect: log-file
  spdlog::info("a"); // ok: log-file
}
