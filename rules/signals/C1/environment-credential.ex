defmodule Desk do
  def token, do: System.fetch_env!("SHELF_API_KEY") # expect: environment-credential
  def mode, do: System.get_env("SHELF_MODE", "a") # ok: environment-credential
end
