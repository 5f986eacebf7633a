defmodule Desk.Policy do
  def resolve_sandbox_policy(folder) do # expect: sandbox-name
    folder
  end

  def resolve_sandwich(bread) do # ok: sandbox-name
    bread
  end
end
