export async function lend(desk: Desk, tool: Tool, input: unknown) {
  const result = await tool.execute(input);
  desk.recordToolResult(input, result); // expect: dispatch-record
  return result;
}

export function tidy(desk: Desk, shelf: string) {
  desk.recordEvent(shelf); // ok: dispatch-record
}
