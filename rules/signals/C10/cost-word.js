export function enforceBudget(run) { // expect: cost-word
  return run.width; // ok: cost-word
}
