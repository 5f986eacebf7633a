import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("edit_file", "Edits.", {}, async () => ({ content: [] })); // expect: text-edit-tool
server.tool("download_page", "Loads.", {}, async () => ({ content: [] })); // ok: text-edit-tool
