const { exec } = require("child_process");

module.exports = (command) => exec(command); // expect: written-launch
module.exports.list = () => exec("ls"); // ok: written-launch
