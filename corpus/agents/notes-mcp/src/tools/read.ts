import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import type { Config } from "../config.js";
import { logged, text } from "../log.js";
import type { NoteStore } from "../store.js";

const noteName = z.string().min(1).max(200);

export function registerReadTools(server: McpServer, store: NoteStore, config: Config): void {
  server.registerTool(
    "list_notes",
    {
      description: "Names of the notes.",
      inputSchema: { limit: z.number().int().min(1).max(config.maxListed).default(50) },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ limit }) => logged("list_notes", async () => text((await store.list(limit)).join("\n"))),
  );

  server.registerTool(
    "read_note",
    {
      description: "Text of a note.",
      inputSchema: { name: noteName },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ name }) => logged("read_note", async () => text(await store.read(name))),
  );

  server.registerTool(
    "search_notes",
    {
      description: "Lines of notes that hold a text.",
      inputSchema: {
        query: z.string().min(2).max(200),
        limit: z.number().int().min(1).max(config.maxHits).default(20),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ query, limit }) =>
      logged("search_notes", async () => {
        const hits = await store.search(query, limit);
        return text(hits.map((hit) => `${hit.note}:${hit.line}: ${hit.text}`).join("\n"));
      }),
  );
}
