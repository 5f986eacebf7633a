import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.registerTool("delete_book", { description: "Deletes a book.", annotations: { readOnlyHint: false } }, drop); // expect: changing-tool
server.registerTool("apply_filter", { description: "Filters.", annotations: { readOnlyHint: true } }, filter); // ok: changing-tool
server.registerTool("add_book", { description: "Adds a book." }, add); // expect: changing-tool
