const key = process.env.DEMO_API_KEY; // expect: secret-from-environment
const port = process.env.DEMO_PORT; // ok: secret-from-environment
const mask = process.env.DEMO_MASK_SECRETS; // ok: secret-from-environment
