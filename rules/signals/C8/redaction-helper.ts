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

export function getRequiredActiveSession(list: string[]): string { // ok: redaction-helper
  return list[0];
}

export function hasObfuscationPatterns(text: string): boolean { // ok: redaction-helper
  return text.includes("%");
}

function getRedactedDocument(id) { // ok: redaction-helper
  return desk.get(id);
}
export function buildRenderedActivityKey(name: string) { return name; } // ok: redaction-helper
