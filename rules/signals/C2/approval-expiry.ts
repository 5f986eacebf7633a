export function late(approval: Approval, session: Session): void {
  if (approval.expiresAt < Date.now()) { // expect: approval-expiry
    throw new Error("too late");
  }
  if (session.expiresAt < Date.now()) { // ok: approval-expiry
    throw new Error("log in");
  }
}
