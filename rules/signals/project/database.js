const Database = require("better-sqlite3"); // expect: database
const light = require("light"); // ok: database

module.exports = { Database, light };
