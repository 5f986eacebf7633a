export const config = {
  disabledTools: [], // expect: tool-selection
  disabledColors: [], // ok: tool-selection
};
