import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("fetch_page", "Reads a page.", {}, async () => ({ content: [] })); // expect: content-tool
server.tool("add_book", "Adds a book.", {}, async () => ({ content: [] })); // ok: content-tool
