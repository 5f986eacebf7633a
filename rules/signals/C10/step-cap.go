package loop

const MaxIterations = 20 // expect: step-cap
const maxRetries = 3 // ok: step-cap
