import { spawn } from "node:child_process";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "demo", version: "1" });

server.tool("build", "Builds", { target: z.string() }, async ({ target }) => {
  return spawn("make", [target]); // expect: launch-beside-gate
});

server.tool("clean", "Cleans", { target: z.string() }, async ({ target }) => {
  if (!(await requestApproval(target))) {
    throw new Error("refused");
  }
  return spawn("make", ["clean", target]); // ok: launch-beside-gate
});
