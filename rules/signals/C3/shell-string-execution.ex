defmodule Runner do
  def run(command) do
    System.cmd("sh", ["-c", command]) # expect: shell-string-execution
    System.shell(command) # expect: shell-string-execution
    System.cmd("git", ["status"]) # ok: shell-string-execution
  end
end
