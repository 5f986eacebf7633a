import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "demo", version: "1" });

server.tool(
  "ask",
  "Asks",
  {
    text: z.string(),
    outputSchema: z.record(z.any()).optional().describe("Form of the answer"), // ok: result-schema
  },
  async ({ text }) => ask(text),
);
