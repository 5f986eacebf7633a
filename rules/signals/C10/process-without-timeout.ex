defmodule Desk do
  def bare, do: System.cmd("git", ["status"]) # expect: process-without-timeout

  def bounded do
    task = Task.async(fn -> System.cmd("git", ["status"]) end) # ok: process-without-timeout
    Task.await(task, 5_000)
  end
end
