const os = require("os");
const base = os.homedir(); // expect: user-config-dir
const host = os.hostname(); // ok: user-config-dir
