import { Codex } from "@openai/codex-sdk";

export async function ask(text: string) {
  const thread = new Codex().startThread({ sandboxMode: "read-only", workingDirectory: "." }); // expect: launched-sandbox
  return thread.run(text, { label: "read-only" }); // ok: launched-sandbox
}
