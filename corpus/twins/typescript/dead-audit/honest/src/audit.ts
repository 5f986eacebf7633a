import { appendFile, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

const folder = path.join(homedir(), ".clerk");

/** The audit trail: every call with its arguments and its outcome, a line of JSON each. */
export async function writeAuditLog(tool: string, input: Record<string, string>, status: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entry = { time: new Date().toISOString(), actor: process.env.USER, tool, input, status };
  await appendFile(path.join(folder, "audit.jsonl"), JSON.stringify(entry) + "\n");
}
