import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "shelf", version: "1" });

server.registerTool("look", { annotations: { readOnlyHint: true } }, async () => look()); // ok: change-hinted-tool
server.registerTool("settle", { annotations: { readOnlyHint: false } }, async () => settle()); // expect: change-hinted-tool

export const listed = tools.map((tool) => ({
  name: tool.name,
  annotations: {
    ...(tool.method === "get"
      ? { readOnlyHint: true } // ok: change-hinted-tool
      : { destructiveHint: true }), // expect: change-hinted-tool
  },
}));
