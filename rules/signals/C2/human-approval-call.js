async function runTool(ui, call) {
  const ok = await ui.askPermission(call); // expect: human-approval-call
  ui.log(call); // ok: human-approval-call
  return ok;
}
module.exports = runTool;
