import sqlite3

db = sqlite3.connect("state.db")  # expect: state-database
name = sqlite3.sqlite_version  # ok: state-database


def desk(url, key):
    return supabase.create_client(url, key)  # expect: state-database
