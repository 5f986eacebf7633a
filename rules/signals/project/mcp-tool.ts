import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "demo", version: "1" });

server.registerTool("find", { description: "Finds" }, async (input) => input); // expect: mcp-tool
server.registerPage("find"); // ok: mcp-tool
