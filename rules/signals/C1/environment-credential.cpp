void run() {
  auto token = std::getenv("SHELF_API_KEY"); // expect: environment-credential
  auto mode = std::getenv("SHELF_MODE"); // ok: environment-credential
}
