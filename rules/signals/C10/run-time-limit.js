const runTimeoutMs = 60000; // expect: run-time-limit
const pollMs = 500; // ok: run-time-limit
