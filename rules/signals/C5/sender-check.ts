export function verifySignature(body: string) { return true; } // expect: sender-check
export function parseBody(body: string) { return body; } // ok: sender-check
