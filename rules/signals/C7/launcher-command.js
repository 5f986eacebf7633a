const { spawn } = require("child_process");

function start(name) {
  spawn("npx", ["-y", name]); // expect: launcher-command
  spawn("node", [name]); // ok: launcher-command
}

module.exports = { start };
