package run

const TaskTimeoutSeconds = 300 // expect: run-time-limit
const pollSeconds = 3 // ok: run-time-limit
