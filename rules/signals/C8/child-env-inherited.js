const { spawn } = require("child_process");
spawn("tool", ["a"]); // expect: child-env-inherited
spawn("tool", ["a"], { env: small }); // ok: child-env-inherited
