export async function lend(tracer: Tracer, tool: Tool, input: unknown) {
  const span = tracer.startSpan("lend"); // expect: dispatch-span
  return tool.execute(input);
}

export function tidy(tracer: Tracer) {
  tracer.startSpan("tidy"); // ok: dispatch-span
}
