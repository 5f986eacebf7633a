const cp = require("child_process");

function start(line) {
  cp.exec(line); // expect: host-process
  queue.spawn(line); // ok: host-process
}

module.exports = { start };
