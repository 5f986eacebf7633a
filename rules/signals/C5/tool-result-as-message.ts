export const reply = (text: string) => ({ role: 'tool', content: text }); // expect: tool-result-as-message
export const ask = (text: string) => ({ role: 'user', content: text }); // ok: tool-result-as-message
