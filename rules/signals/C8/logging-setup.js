function setupLogging(level) { // expect: logging-setup
  console.info("level", level); // ok: logging-setup
}
