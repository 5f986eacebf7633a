import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "notes", version: "1" });

server.registerTool("delete_note", { description: "Deletes" }, async () => remove()); // expect: unhinted-change-tool
server.registerTool("list_notes", { description: "Lists" }, async () => list()); // ok: unhinted-change-tool
server.registerTool("update_note", { description: "Writes", annotations: { destructiveHint: true } }, async () => put()); // ok: unhinted-change-tool
