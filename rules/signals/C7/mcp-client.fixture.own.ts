import { MCPClient } from "@harbour/mcp-client"; // expect: mcp-client
import { desk } from "@harbour/desk-client"; // ok: mcp-client

export { MCPClient, desk };
