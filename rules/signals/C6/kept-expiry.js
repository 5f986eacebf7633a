export function purgeSessions(rows) { // expect: kept-expiry
  rows.length = 0;
}

export function pruneSamples(rows) { // ok: kept-expiry
  return rows.slice(-3);
}
