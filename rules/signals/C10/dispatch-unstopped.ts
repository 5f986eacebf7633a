export async function lend(tool: Tool, input: unknown) {
  return tool.execute(input); // expect: dispatch-unstopped
}

export async function held(tool: Tool, input: unknown, signal: AbortSignal) {
  return tool.execute(input, signal); // ok: dispatch-unstopped
}
