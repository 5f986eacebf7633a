const env = sanitizeEnv(process.env); // expect: child-env-filtered
const args = sanitizeArgs(process.argv); // ok: child-env-filtered
