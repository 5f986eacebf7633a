import * as p from "@clack/prompts";

export async function confirm(message: string) {
  return await p.confirm({ message }); // ok: human-approval-call
}
