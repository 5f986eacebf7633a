defmodule Shelf do
  import Ecto.Query # expect: database
  use GenServer # ok: database
end
