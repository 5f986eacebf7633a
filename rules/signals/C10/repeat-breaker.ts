function isStuck(history) { // expect: repeat-breaker
  return history.length > 3;
}
function isShort(history) { // ok: repeat-breaker
  return history.length < 3;
}
