const controller = new AbortController(); // expect: cancel-signal
const table = new Table(); // ok: cancel-signal
