defmodule Desk.Shelf do
  alias LangChain.Function

  def tools do
    # tool: langchain find(title: string) body described
    find = Function.new!(%{
      name: "find",
      description: "Finds a book",
      parameters_schema: %{type: "object", properties: %{title: %{type: "string"}}, required: ["title"]},
      function: fn args, _context -> search(args) end
    })

    # tool: req-llm lend() ->hand described
    lend = ReqLLM.Tool.new!(name: "lend", description: "Lends a book", callback: &hand/1)

    # tool: mcp-schema count(shelf: string) described
    count = %{
      "name" => "count",
      "description" => "Counts books",
      "inputSchema" => %{"type" => "object", "properties" => %{"shelf" => %{"type" => "string"}}, "required" => ["shelf"]}
    }

    [find, lend, count]
  end

  def other, do: %{name: "x", description: "no tool"}
end
