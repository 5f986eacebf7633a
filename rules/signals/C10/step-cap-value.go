package shelf

const maxTurns = 12 // expect: step-cap-value
const maxBooks = 12 // ok: step-cap-value
