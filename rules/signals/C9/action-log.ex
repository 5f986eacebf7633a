defmodule Desk do
  require Logger
  def run(tool_name, shelf) do
    Logger.info("called", tool_name) # expect: action-log
    Logger.info("opened", shelf) # ok: action-log
  end
end
