const { execFile } = require("node:child_process");
execFile("tool", ["-v"], { timeout: 5000 }); // expect: call-timeout
fetch(url, { signal: AbortSignal.timeout(3000) }); // expect: call-timeout
execFile("tool", ["-v"]); // ok: call-timeout
