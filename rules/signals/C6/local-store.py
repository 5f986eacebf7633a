import sqlite3

db = sqlite3.connect("state.db")  # expect: local-store
name = sqlite3.sqlite_version  # ok: local-store
