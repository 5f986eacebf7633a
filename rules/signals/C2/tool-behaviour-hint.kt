import io.modelcontextprotocol.kotlin.sdk.server.Server

fun register(server: Server) {
    server.addTool(name = "find", description = "Finds a book", toolAnnotations = ToolAnnotations(readOnlyHint = true)) { search(it) } // expect: tool-behaviour-hint
    server.addTool(name = "lend", description = "Lends a book") { hand(it) } // ok: tool-behaviour-hint
}
