defmodule Desk do
  alias OpenaiEx.Chat # expect: model-library
  alias Desk.Shelf # ok: model-library
end
