const allowedCommands = ["ls", "cat"]; // expect: command-filter
const allowedColors = ["red"]; // ok: command-filter

module.exports = { allowedCommands, allowedColors };
