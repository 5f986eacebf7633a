export async function lend(tool: Tool, input: unknown) {
  return tool.execute(input); // expect: dispatch-unrecorded
}

export async function note(desk: Desk, tool: Tool, input: unknown) {
  desk.journal(input);
  return tool.execute(input); // ok: dispatch-unrecorded
}
