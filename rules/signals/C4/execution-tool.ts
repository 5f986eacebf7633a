import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "demo", version: "1" });

server.tool("run_command", "Runs a command line", { line: z.string() }, async ({ line }) => go(line)); // expect: execution-tool
server.tool("list_files", "Lists files", { folder: z.string() }, async ({ folder }) => list(folder)); // ok: execution-tool
