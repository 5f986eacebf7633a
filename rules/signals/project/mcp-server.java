import io.modelcontextprotocol.server.McpServer; // expect: mcp-server
import io.modelcontextprotocol.client.McpClient; // ok: mcp-server
