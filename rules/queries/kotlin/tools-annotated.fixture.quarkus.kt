import io.quarkiverse.mcp.server.Tool

class Shelf {
    // tool: mcp find(title: string) ->find body described bound
    @Tool(description = "Finds a book")
    fun find(title: String): String = search(title)
}
