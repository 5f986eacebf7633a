const { exec } = require("child_process");

module.exports = (command) => exec(command); // expect: tool-launch
module.exports.list = () => exec("ls"); // ok: tool-launch
