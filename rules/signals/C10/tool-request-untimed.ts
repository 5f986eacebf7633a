import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { execSync } from "node:child_process";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("lend", "Lends a book.", { title: z.string() }, async ({ title }) => {
  await fetch("https://example.org"); // expect: tool-request-untimed
  return { content: [{ type: "text", text: title }] };
});

export async function tidy(title: string) {
  await fetch("https://example.org"); // ok: tool-request-untimed
}
