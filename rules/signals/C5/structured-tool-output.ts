export function toolResult(rows: Row[]) {
  return { content: [], structuredContent: { rows } }; // expect: structured-tool-output
}
export function label(rows: Row[]) { return { content: rows }; } // ok: structured-tool-output
