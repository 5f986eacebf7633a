void stop(sqlite3 *db) {
  sqlite3_interrupt(db); // expect: cancel-signal
  sqlite3_close(db); // ok: cancel-signal
}
