defmodule Desk do
  def stop(task), do: Task.shutdown(task) # expect: cancel-signal
  def close(shelf), do: Shelf.close(shelf) # ok: cancel-signal
end
