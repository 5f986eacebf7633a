void run(void) {
  const char *token = getenv("SHELF_API_KEY"); // expect: environment-credential
  const char *mode = getenv("SHELF_MODE"); // ok: environment-credential
}
