fn open() {
    rusqlite::Connection::open("agent.db"); // expect: local-store
    net::Connection::open("host"); // ok: local-store
}
