void open_store(void) {
  sqlite3_open_v2("desk.db", &db, SQLITE_OPEN_READWRITE, NULL); // expect: local-store
  open_shelf("a"); // ok: local-store
}
