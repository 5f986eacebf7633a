import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "demo", version: "1" });

server.registerTool("execute_code", { description: "Runs code" }, async (input) => go(input)); // expect: execution-tool
server.registerTool("search_notes", { description: "Searches" }, async (input) => find(input)); // ok: execution-tool
