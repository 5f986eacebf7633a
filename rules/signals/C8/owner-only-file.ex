defmodule Keep do
  def keep(path), do: File.chmod!(path, 0o600) # expect: owner-only-file
  def other(path), do: File.chmod!(path, 0o644) # ok: owner-only-file
end
