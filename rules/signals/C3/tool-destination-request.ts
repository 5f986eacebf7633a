import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("fetch_page", "Reads a page.", { url: z.string() }, async ({ url }) => {
  const answer = await fetch(url); // expect: tool-destination-request
  return { content: [{ type: "text", text: await answer.text() }] };
});
server.tool("list_books", "Lists.", { name: z.string() }, async ({ name }) => {
  const answer = await fetch("https://example.org/books?name=" + name); // ok: tool-destination-request
  return { content: [{ type: "text", text: await answer.text() }] };
});
