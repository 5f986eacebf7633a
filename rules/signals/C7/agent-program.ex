defmodule Desk do
  def start, do: System.cmd("codex", ["exec"]) # expect: agent-program
  def other, do: System.cmd("git", ["status"]) # ok: agent-program
end

defmodule Settings do
  field(:command, :string, default: "codex app-server") # expect: agent-program
  field(:label, :string, default: "codex team") # ok: agent-program
end
