package desk

const replyTimeout = 30 // expect: timeout-word
const pageWidth = 80    // ok: timeout-word
