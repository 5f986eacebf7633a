defmodule Desk do
  # expect: authority-name
  def check_permission(reader), do: reader.card

  # ok: authority-name
  def shelves, do: []
end
