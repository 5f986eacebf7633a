defmodule Shelf do
  def inside(root, name) do
    path = Path.expand(name, root)
    String.starts_with?(path, root) # expect: resolved-path-containment
  end

  def named(name), do: String.starts_with?(name, "book") # ok: resolved-path-containment
end
