defmodule Desk do
  use Plug.Router # expect: http-server
  use GenServer # ok: http-server
end
