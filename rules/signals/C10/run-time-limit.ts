const runTimeoutMs = 60000; // expect: run-time-limit
const pollMs = 500; // ok: run-time-limit

const MAX_RUNTIME_NOTE_BYTES = 4096; // ok: run-time-limit

export const span = { maxTime: z.coerce.date().optional() }; // ok: run-time-limit
