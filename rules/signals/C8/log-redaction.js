const pino = require("pino");
const log = pino({ redact: ["token"] }); // expect: log-redaction
const raw = pino({ level: "info" }); // ok: log-redaction
