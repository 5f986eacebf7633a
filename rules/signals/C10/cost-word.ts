export function enforceBudget(run: Run) { // expect: cost-word
  return run.width; // ok: cost-word
}
