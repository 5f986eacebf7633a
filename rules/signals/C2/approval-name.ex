defmodule Desk do
  # expect: approval-name
  def request_approval(loan), do: loan

  # ok: approval-name
  def shelves, do: []
end
