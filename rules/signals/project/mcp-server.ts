import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; // expect: mcp-server
import { Box } from "box"; // ok: mcp-server

export { McpServer, Box };
