void run() {
  spdlog::info("called"); // expect: log-call
  shelf.note("called"); // ok: log-call
}
