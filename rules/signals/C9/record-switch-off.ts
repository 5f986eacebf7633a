export const enableTracing = false; // expect: record-switch-off
export const saveHistory = true; // ok: record-switch-off
