const fs = require("fs");
fs.writeFileSync(path, data, { mode: 0o600 }); // expect: owner-only-file
fs.writeFileSync(path, data, { mode: 0o644 }); // ok: owner-only-file
