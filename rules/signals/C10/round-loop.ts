export async function agentLoop(prompts: string[]) { // expect: round-loop
  return prompts;
}

export const copy = (messages: string[]) => [...messages]; // ok: round-loop
