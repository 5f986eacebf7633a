import { appendFileSync } from "node:fs";
import path from "node:path";

import envPaths from "env-paths";

const RECORDS = path.join(envPaths("notes-mcp").log, "calls.jsonl");

function recordToolCall(tool: string, status: string, ms: number): void {
  appendFileSync(RECORDS, `${JSON.stringify({ at: new Date().toISOString(), tool, status, ms })}\n`);
}

/** One line per call on stderr; names and times only, no text of notes. */
export async function logged<T>(tool: string, work: () => Promise<T>): Promise<T> {
  const start = Date.now();
  try {
    console.error("Executing tool", tool);
    const result = await work();
    recordToolCall(tool, "ok", Date.now() - start);
    console.error(`notes-mcp: ${tool} ok ${Date.now() - start}ms`);
    return result;
  } catch (error) {
    recordToolCall(tool, "failed", Date.now() - start);
    console.error(`notes-mcp: ${tool} failed ${Date.now() - start}ms`);
    throw error;
  }
}

export function text(value: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: value }] };
}
