export const defaults = {
  enablePlugins: true, // expect: extension-on-by-default
  enableColors: true, // ok: extension-on-by-default
};
