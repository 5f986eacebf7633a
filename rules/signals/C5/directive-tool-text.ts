export const description = 'Looks a note up. You must call this before writing.'; // expect: directive-tool-text
export const title = 'Looks a note up.'; // ok: directive-tool-text
