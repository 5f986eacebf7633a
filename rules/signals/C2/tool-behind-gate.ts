export async function step(runtime: Runtime, call: Call) {
  const allowed = await runtime.requestApproval(call);
  if (!allowed) {
    return undefined;
  }
  return runtime.executeTool(call); // expect: tool-behind-gate
}

export async function plain(runtime: Runtime, call: Call) {
  runtime.note(call);
  return runtime.executeTool(call); // ok: tool-behind-gate
}
