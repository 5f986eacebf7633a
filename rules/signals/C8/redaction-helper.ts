function maskToken(t) { // expect: redaction-helper
  return t.slice(0, 2);
}
function splitToken(t) { // ok: redaction-helper
  return t.split(".");
}
function ScrubArea(p) { // ok: redaction-helper
  return p.children;
}
function scrubEvents(list) { // expect: redaction-helper
  return list;
}
