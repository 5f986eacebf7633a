export function markTainted(s: Session) { s.web = true; } // expect: taint-decision
export function markOpen(s: Session) { s.open = true; } // ok: taint-decision
