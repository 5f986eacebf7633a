defmodule Store do
  def store(path) do
    File.write!(path, "a") # expect: file-write
    File.read!(path) # ok: file-write
  end
end
