export function createAgent(model: string, interruptOn = null) { // expect: approval-hook-optional
  return model;
}
export function label(model: string, color = null) { // ok: approval-hook-optional
  return model;
}
