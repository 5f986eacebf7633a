import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "demo", version: "1" });

server.registerTool("find", { description: "Finds" }, async (input) => input); // expect: declared-tool
server.close("find"); // ok: declared-tool
