export const config = {
  disabledTools: ['shell'], // expect: tool-selection
  disabledColors: [], // ok: tool-selection
};
export const request = {
  toolConfig: { mode: 'auto' }, // ok: tool-selection
  availableTools: list(), // ok: tool-selection
};
