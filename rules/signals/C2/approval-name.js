export function approveLoan(loan) { // expect: approval-name
  return loan.id;
}

export function getUserById(id) { // ok: approval-name
  return id;
}
