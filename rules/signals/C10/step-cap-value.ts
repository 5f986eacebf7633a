export const maxIterations = 12; // expect: step-cap-value
export const maxBooks = 12; // ok: step-cap-value
