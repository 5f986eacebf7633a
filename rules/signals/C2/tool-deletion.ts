import * as fs from "fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "greenhouse", version: "1.0.0" });

// expect: tool-deletion
server.tool("delete_plant", "Takes a plant out", { name: z.string() }, async ({ name }) => {
  return { content: [{ type: "text", text: name }] };
});

// ok: tool-deletion
server.tool("show_plant", "Shows a plant", { name: z.string() }, async ({ name }) => {
  return { content: [{ type: "text", text: name }] };
});

export function drop(lockFile: string) {
  fs.rmSync(lockFile); // ok: tool-deletion
}
