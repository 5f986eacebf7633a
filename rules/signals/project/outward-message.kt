import io.modelcontextprotocol.kotlin.sdk.server.Server

fun register(server: Server) {
    server.addTool(name = "send_letter", description = "Carries a letter") { post(it) } // expect: outward-message
    server.addPrompt(name = "send_note", description = "Drafts a note") { note(it) } // ok: outward-message
}
