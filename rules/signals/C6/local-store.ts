const Database = require("better-sqlite3");
const db = new Database("state.db"); // expect: local-store
const list = new Listing("state.db"); // ok: local-store
