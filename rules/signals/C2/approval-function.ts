export function needsApproval(call: Call): boolean { return call.writes; } // expect: approval-function
export function renderTable(rows: Row[]) { return rows; } // ok: approval-function

export function usePendingApprovals(loan: Loan) { // ok: approval-function
  return loan;
}
export function resolveApprovalStorePath(loan: Loan) { // ok: approval-function
  return loan;
}
