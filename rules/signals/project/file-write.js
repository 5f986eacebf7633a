const fs = require("fs");

function keep(path, text) {
  fs.appendFileSync(path, text); // expect: file-write
  fs.statSync(path); // ok: file-write
}

module.exports = { keep };
