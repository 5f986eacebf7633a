const { spawn } = require("child_process");

function start(image) {
  spawn("podman", ["run", image]); // expect: container-sandbox
  spawn("make", [image]); // ok: container-sandbox
}

module.exports = { start };
