defmodule Shelf do
  def drop(path), do: File.rm_rf!(path) # expect: destructive-operation
  def clean(tmp_path), do: File.rm_rf!(tmp_path) # ok: destructive-operation
end
