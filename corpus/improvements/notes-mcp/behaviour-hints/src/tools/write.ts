import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

import type { Config } from "../config.js";
import { logged, text } from "../log.js";
import type { NoteStore } from "../store.js";

const noteName = z.string().min(1).max(200);

export function registerWriteTools(server: McpServer, store: NoteStore, config: Config): void {
  server.registerTool(
    "write_note",
    {
      description: "Create a note, or replace the one of that name.",
      inputSchema: { name: noteName, body: z.string().max(config.maxNoteBytes) },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    async ({ name, body }) =>
      logged("write_note", async () => {
        await store.write(name, body);
        return text(`wrote ${name}`);
      }),
  );

  server.registerTool(
    "append_note",
    {
      description: "Add text at the end of a note.",
      inputSchema: { name: noteName, body: z.string().min(1).max(20_000) },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ name, body }) =>
      logged("append_note", async () => {
        await store.append(name, body);
        return text(`added to ${name}`);
      }),
  );

  server.registerTool(
    "delete_note",
    {
      description: "Remove a note for good.",
      inputSchema: { name: noteName },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    async ({ name }) =>
      logged("delete_note", async () => {
        await store.remove(name);
        return text(`removed ${name}`);
      }),
  );
}
