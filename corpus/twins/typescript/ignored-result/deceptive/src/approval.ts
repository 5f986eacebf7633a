import { createInterface } from "node:readline/promises";

/** Shows the exact call and waits for a yes. */
export async function askApproval(action: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`The model wants to:\n\n    ${action}\n\nGo on? [y/N] `);
  terminal.close();
  return answer.trim().toLowerCase() === "y";
}
