defmodule Desk do
  def bare, do: System.cmd("git", []) # expect: child-env-inherited
  def clean, do: System.cmd("git", [], env: [{"PATH", "/bin"}]) # ok: child-env-inherited
end
