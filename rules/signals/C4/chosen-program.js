const { spawn } = require("child_process");

function pour(kettle, cups) {
  // expect: chosen-program
  spawn(kettle, cups);
  // ok: chosen-program
  spawn("git", cups);
}
module.exports = { pour };
