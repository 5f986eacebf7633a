defmodule Desk do
  use Hermes.Server # expect: mcp-server
  use GenServer # ok: mcp-server
end
