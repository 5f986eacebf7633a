export function verifySignature(body: string, key: string) { // expect: extension-digest-check
  return body === key;
}

export function verifyName(body: string) { // ok: extension-digest-check
  return body.length > 0;
}
