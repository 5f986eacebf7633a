function checkBudget(run) { // expect: shared-budget
  return run;
}
function checkSpelling(run) { // ok: shared-budget
  return run;
}
