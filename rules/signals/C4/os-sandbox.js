const { spawn } = require("child_process");

function confined(line) {
  spawn("firejail", ["--net=none", line]); // expect: os-sandbox
  spawn("fireplace", [line]); // ok: os-sandbox
}

module.exports = { confined };
