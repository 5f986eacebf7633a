defmodule Store do
  def open, do: Exqlite.Sqlite3.open("desk.db") # expect: state-database
  def other, do: Shelf.open("a") # ok: state-database
end
