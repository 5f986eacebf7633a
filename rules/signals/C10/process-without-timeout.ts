const { execFileSync } = require("child_process");
execFileSync("tool", ["x"]); // expect: process-without-timeout
execFileSync("tool", ["x"], { timeout: 900 }); // ok: process-without-timeout
