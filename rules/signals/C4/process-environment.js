const { spawn } = require("child_process");

function start(program) {
  spawn(program, [], { env: process.env }); // expect: process-environment
  spawn(program, [], { cwd: "." }); // ok: process-environment
}

module.exports = { start };
