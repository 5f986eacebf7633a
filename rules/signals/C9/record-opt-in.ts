const enableTracing = false; // expect: record-opt-in
const enableColour = false; // ok: record-opt-in
