import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "shelf", version: "1.0.0" });

server.registerTool("lend_book", { description: "Lends a book.", inputSchema: { title: z.string() } }, lend); // expect: unannotated-mcp-tool

server.registerTool("find_book", { description: "Finds.", inputSchema: { title: z.string() }, annotations: { readOnlyHint: true } }, find); // ok: unannotated-mcp-tool

// Registers what it is handed, with the hints that come along.
const add = (name: string, annotations: Record<string, boolean>, run: () => string) => {
  server.registerTool(name, { description: name, annotations }, async () => run()); // ok: unannotated-mcp-tool
};

const annotations = { readOnlyHint: true };

export function shelve() {
  server.registerTool( // ok: unannotated-mcp-tool
    "count_books",
    {
      description: "Counts.",
      annotations,
    },
    count,
  );
}

export function registerAll(all: Shelf[]) {
  for (const one of all) {
    server.tool(one.name, one.description, one.schema, one.annotations, one.execute); // ok: unannotated-mcp-tool
  }
}
