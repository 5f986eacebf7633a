import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("lend", "Lends a book.", { title: z.string() }, async ({ title }) => {
  console.info("lent", title); // expect: tool-log
  return { content: [{ type: "text", text: title }] };
});

export function tidy(shelf: string) {
  console.info("tidied", shelf); // ok: tool-log
}
