export const look = { readOnlyHint: true }; // expect: tool-behaviour-hint
export const wide = { colorHint: true }; // ok: tool-behaviour-hint
