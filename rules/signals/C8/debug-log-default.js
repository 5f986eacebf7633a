const logLevel = "debug"; // expect: debug-log-default
const viewLevel = "debug"; // ok: debug-log-default
