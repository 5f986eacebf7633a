import io.modelcontextprotocol.kotlin.sdk.server.Server

@Serializable
data class ReadPage(val url: String, val limit: Int = 10)

fun register(server: Server) {
    // tool: mcp search(query: string, limit?: number) body readOnlyHint=true described bound
    server.addTool(
        name = "search",
        description = "Searches the shelves",
        inputSchema = ToolSchema(
            properties = buildJsonObject {
                putJsonObject("query") { put("type", "string") }
                putJsonObject("limit") { put("type", "integer") }
            },
            required = listOf("query")
        ),
        toolAnnotations = ToolAnnotations(readOnlyHint = true)
    ) { request ->
        find(request.arguments["query"])
    }
    // tool: mcp ReadPage(url: string, limit?: number) body described bound
    pageTool<ReadPage>("Reads a page") { fetchPage(url, limit) }
    server.addPrompt(name = "greet", description = "Greets") { greet() }
}
