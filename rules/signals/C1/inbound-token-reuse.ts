export function tokenOf(req: Req) {
  const value = req.headers.get('authorization'); // expect: inbound-token-reuse
  const kind = req.headers.get('content-type'); // ok: inbound-token-reuse
  return [value, kind];
}
