export const note = { text: 'x', untrusted: true }; // expect: provenance-field
export const page = { text: 'x', title: 'web' }; // ok: provenance-field
