export async function runTool(ui: Ui, call: Call) {
  const ok = await ui.requestApproval(call); // expect: human-approval-call
  ui.renderCall(call); // ok: human-approval-call
  return ok ? call.run() : undefined;
}
