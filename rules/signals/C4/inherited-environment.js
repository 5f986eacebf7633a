const { spawn } = require("child_process");

function pour(kettle, cups) {
  // expect: inherited-environment
  spawn(kettle, cups, { cwd: "/tmp" });
}

function stir(kettle, cups) {
  // ok: inherited-environment
  spawn(kettle, cups, { env: { PATH: "/bin" } });
}
module.exports = { pour, stir };
