const text = redactSecrets(raw); // expect: redaction-call
const size = countSecrets(raw); // ok: redaction-call
