defmodule Store do
  def open, do: Exqlite.Sqlite3.open("desk.db") # expect: local-store
  def other, do: Shelf.open("a") # ok: local-store
end
