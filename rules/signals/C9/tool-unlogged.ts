import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("lend", "Lends a book.", { title: z.string() }, async ({ title }) => { // expect: tool-unlogged
  return { content: [{ type: "text", text: title.trim() }] };
});
server.tool("back", "Takes a book.", { title: z.string() }, async ({ title }) => { // ok: tool-unlogged
  console.log("back", title);
  return { content: [{ type: "text", text: title }] };
});
