package desk

const readQps = 4 // expect: rate-word
const rows = 4    // ok: rate-word
