import sqlite3

db = sqlite3.connect("state.db")  # expect: state-database
name = sqlite3.sqlite_version  # ok: state-database
