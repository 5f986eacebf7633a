void run(void) {
  syslog(LOG_INFO, "called"); // expect: log-call
  note_book("called"); // ok: log-call
}
