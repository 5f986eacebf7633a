export async function lend(tool: Tool, input: unknown) {
  return withTimeout(tool.execute(input), 10000); // expect: dispatch-timed
}

export async function tidy(shelf: Shelf) {
  return withTimeout(shelf.tidy(), 10000); // ok: dispatch-timed
}
