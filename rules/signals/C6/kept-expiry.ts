export const transcriptTtlDays = 14; // expect: kept-expiry
export const SIDEBAR_COOKIE_MAX_AGE = 604800; // ok: kept-expiry

export function deleteMemory(id: string, rows: Map<string, string>) { // expect: kept-expiry
  rows.delete(id);
}

export function pruneLength(text: string) { // ok: kept-expiry
  return text.slice(0, transcriptTtlDays);
}
