const { spawn } = require("child_process");
spawn("tool", ["a"]); // expect: child-env-inherited
spawn("tool", ["a"], { env: small }); // ok: child-env-inherited
require("child_process")
  .execSync("tool a") // expect: child-env-inherited
  .toString()
  .trim(); // ok: child-env-inherited
