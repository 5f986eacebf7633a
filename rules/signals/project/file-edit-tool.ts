import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "demo", version: "1" });

server.registerTool("edit_file", { description: "Edits" }, async (input) => input); // expect: file-edit-tool
server.registerTool("read_file", { description: "Reads" }, async (input) => input); // ok: file-edit-tool
