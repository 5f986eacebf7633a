import io.modelcontextprotocol.kotlin.sdk.server.Server

fun register(server: Server) {
    server.addTool(name = "find", description = "Finds a book") { search(it) } // expect: declared-tool
    server.addPrompt(name = "greet", description = "Greets") { greet() } // ok: declared-tool
}
