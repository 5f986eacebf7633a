import io.modelcontextprotocol.kotlin.sdk.server.Server // expect: mcp-server
import io.modelcontextprotocol.kotlin.sdk.client.Client // ok: mcp-server
