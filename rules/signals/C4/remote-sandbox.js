const { Sandbox } = require("@e2b/code-interpreter"); // expect: remote-sandbox
const sand = require("./sand"); // ok: remote-sandbox

module.exports = { Sandbox, sand };
