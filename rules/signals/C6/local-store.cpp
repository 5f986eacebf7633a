void open_store() {
  sqlite3_open("desk.db", &db); // expect: local-store
  open_shelf("a"); // ok: local-store
}
