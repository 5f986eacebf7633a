export const settings = {
  sandboxEnabled: false, // expect: sandbox-switch-off
  sandwichEnabled: false, // ok: sandbox-switch-off
};
