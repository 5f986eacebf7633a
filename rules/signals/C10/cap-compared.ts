export function lend(step: number, maxSteps: number, books: number, maxBooks: number) {
  if (step >= maxSteps) return; // expect: cap-compared
  if (books >= maxBooks) return; // ok: cap-compared
}
