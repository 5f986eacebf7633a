const fs = require('fs');

module.exports.save = (p, t) => fs.writeFileSync(p, t); // expect: workspace-file-write
module.exports.load = (p) => fs.readFileSync(p); // ok: workspace-file-write
