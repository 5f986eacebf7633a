function validateMemory(entry) { // expect: memory-review
  return entry;
}
function validatePage(entry) { // ok: memory-review
  return entry;
}
