export const sandboxUrl = process.env.SANDBOX_URL; // expect: sandbox-service
export const sandboxKey = process.env.SANDBOX_KEY; // ok: sandbox-service
