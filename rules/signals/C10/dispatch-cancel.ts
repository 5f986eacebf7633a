export async function lend(tool: Tool, input: unknown, signal: AbortSignal) {
  if (signal.aborted) return; // expect: dispatch-cancel
  return tool.execute(input);
}

export function tidy(shelf: string, signal: AbortSignal) {
  if (signal.aborted) return; // ok: dispatch-cancel
}
