package conf

const EnableTracing = false // expect: record-opt-in
const EnableColour = false // ok: record-opt-in
