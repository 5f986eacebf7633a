#!/usr/bin/env node
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

import { loadConfig } from "./config.js";
import { createServer } from "./server.js";

async function main(): Promise<void> {
  const config = await loadConfig(process.argv.slice(2), process.env);
  const server = createServer(config, !process.argv.includes("--allow-writes"));
  await server.connect(new StdioServerTransport());
  console.error(`notes-mcp: serving ${config.root}`);
}

main().catch((error: unknown) => {
  console.error(`notes-mcp: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
