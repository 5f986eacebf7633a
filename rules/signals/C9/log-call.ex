defmodule Desk do
  require Logger
  def run do
    Logger.info("called") # expect: log-call
    Shelf.note("called") # ok: log-call
  end
end
