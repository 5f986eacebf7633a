export async function lend(tool: Tool, input: unknown) {
  console.log("lending", input); // expect: dispatch-log
  return tool.execute(input);
}

export function tidy(shelf: string) {
  console.log("tidied", shelf); // ok: dispatch-log
}
