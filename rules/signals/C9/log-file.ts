const fs = require("fs");
fs.appendFileSync("run.log", line); // expect: log-file
fs.readFileSync("run.log"); // ok: log-file

fs.createWriteStream(target); // ok: log-file
fs.createWriteStream(logPath); // expect: log-file
