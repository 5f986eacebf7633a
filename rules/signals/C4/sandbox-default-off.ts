export const defaults = {
  sandboxMode: "danger-full-access", // expect: sandbox-default-off
  sandboxLabel: "none yet", // ok: sandbox-default-off
};
