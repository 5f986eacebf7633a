const { execSync, spawn } = require("child_process");

function call(line) {
  execSync(line); // expect: shell-command
  spawn("node", ["worker.js"]); // ok: shell-command
}

module.exports = { call };
