defmodule Shelf do
  def tool, do: LangChain.Function.new!(%{name: "find", description: "Finds a book"}) # expect: declared-tool
  def other, do: %{name: "find", description: "Finds a book"} # ok: declared-tool
end
