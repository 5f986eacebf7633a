const os = require("os");
const base = os.homedir(); // expect: state-outside-workspace
const host = os.hostname(); // ok: state-outside-workspace
