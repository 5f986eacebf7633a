const { spawnSync } = require("child_process");

function branch(line) {
  spawnSync("git", ["branch"]); // expect: helper-process
  spawnSync("sh", ["-c", line]); // ok: helper-process
}

module.exports = { branch };
