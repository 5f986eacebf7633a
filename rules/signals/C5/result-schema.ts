export const reply = { structuredContent: { rows: [] } }; // expect: result-schema
export const other = { content: [] }; // ok: result-schema
