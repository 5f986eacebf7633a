export async function askReader(session: Session) { // ok: approval-name
  return session.server.elicitInput({ message: "Lend?" }); // expect: approval-name
}

export function waitForUserConfirmation(loan: Loan) { // expect: approval-name
  return loan.answer;
}

export function confirmWindowClose() { // ok: approval-name
  return true;
}

export function confirmSubscriber(reader: Reader) { // ok: approval-name
  return reader;
}
