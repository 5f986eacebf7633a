export async function runTool(ui: Ui, call: Call) {
  const ok = await ui.requestApproval(call); // expect: human-approval-call
  ui.renderCall(call); // ok: human-approval-call
  return ok ? call.run() : undefined;
}

export function supported(loans: Loan[]) {
  return assertLoanApprovalSupport(loans); // ok: human-approval-call
}
