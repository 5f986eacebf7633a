export const defaults = {
  sandboxMode: "workspace-write", // expect: sandbox-default-on
  sandboxName: "box", // ok: sandbox-default-on
};
