import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "demo", version: "1" });

server.registerTool("install_extension", { description: "Installs" }, async (input) => input); // expect: installing-tool
server.registerTool("list_extensions", { description: "Lists" }, async (input) => input); // ok: installing-tool
