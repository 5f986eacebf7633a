// expect: chain-verifier
export function verifyChain(entries: Entry[]): boolean {
  return entries.every(fits);
}

// ok: chain-verifier
export function verifyToken(token: string): boolean {
  return token !== "";
}
