const { spawn } = require('child_process');

module.exports.run = (command) => spawn('bash', ['-c', command]); // expect: shell-string-execution
module.exports.list = (dir) => spawn('ls', [dir]); // ok: shell-string-execution
