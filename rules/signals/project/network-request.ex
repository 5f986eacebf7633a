defmodule Loader do
  def load(url) do
    Req.get!(url) # expect: network-request
    Map.get(shelf, url) # ok: network-request
  end
end
