export const defaults = {
  enabledTools: ["all"], // expect: every-tool-selected
  activeTools: ["search"], // ok: every-tool-selected
};
