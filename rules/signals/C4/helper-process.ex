defmodule Desk do
  def run, do: System.cmd("git", ["status"]) # expect: helper-process
  def other(tool), do: System.cmd(tool, []) # ok: helper-process
end
