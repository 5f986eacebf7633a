const maxConcurrentReads = 4; // expect: rate-word
const maxRows = 4; // ok: rate-word
