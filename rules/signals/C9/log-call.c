void run(void) {
  syslog(LOG_INFO, "called"); // expect: log-call
  shelf_log_error("failed"); // expect: log-call
  LOG_INFO("called"); // expect: log-call
  note_book("called"); // ok: log-call
}
