function maskToken(t) { // expect: redaction-helper
  return t.slice(0, 2);
}
function splitToken(t) { // ok: redaction-helper
  return t.split(".");
}
