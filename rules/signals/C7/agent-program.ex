defmodule Desk do
  def start, do: System.cmd("codex", ["exec"]) # expect: agent-program
  def other, do: System.cmd("git", ["status"]) # ok: agent-program
end
