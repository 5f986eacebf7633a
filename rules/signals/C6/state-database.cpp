void open_store() {
  sqlite3_open("desk.db", &db); // expect: state-database
  open_shelf("a"); // ok: state-database
}
