import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("lend", "Lends a book.", { title: z.string() }, async ({ title }) => {
  console.error("lent", title); // expect: tool-failure-log
  return { content: [{ type: "text", text: title }] };
});

export function tidy(shelf: string) {
  console.error("tidied", shelf); // ok: tool-failure-log
}
