defmodule Desk do
  def run(books), do: Task.async_stream(books, &read/1, max_concurrency: 4) # expect: concurrency-cap
  def other(books), do: Enum.map(books, &read/1) # ok: concurrency-cap
end
