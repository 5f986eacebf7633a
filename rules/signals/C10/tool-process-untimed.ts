import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { execSync } from "node:child_process";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.tool("lend", "Lends a book.", { title: z.string() }, async ({ title }) => {
  execSync(title); // expect: tool-process-untimed
  return { content: [{ type: "text", text: title }] };
});

export async function tidy(title: string) {
  execSync(title); // ok: tool-process-untimed
}
