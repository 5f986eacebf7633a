import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

import type { Config } from "./config.js";
import { NoteStore } from "./store.js";
import { registerFetchTool } from "./tools/fetch.js";
import { registerReadTools } from "./tools/read.js";
import { registerWriteTools } from "./tools/write.js";

export function createServer(config: Config, readOnly = true): McpServer {
  const server = new McpServer({ name: "notes-mcp", version: "1.2.0" });
  const store = new NoteStore(config);
  registerReadTools(server, store, config);
  if (!readOnly) {
    registerWriteTools(server, store, config);
  }
  registerFetchTool(server, config);
  return server;
}
