const fs = require("fs");
fs.writeFileSync("a.json", data); // expect: state-file
const old = fs.readFileSync("a.json"); // ok: state-file
