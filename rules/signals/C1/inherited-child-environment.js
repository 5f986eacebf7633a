const { spawn } = require('child_process');

module.exports.start = (bin) => spawn(bin, [], { env: { ...process.env } }); // expect: inherited-child-environment
module.exports.lean = (bin) => spawn(bin, [], { env: {} }); // ok: inherited-child-environment
