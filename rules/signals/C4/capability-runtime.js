const ivm = require("isolated-vm"); // expect: capability-runtime
const vm = require("vm"); // ok: capability-runtime

module.exports = { ivm, vm };
