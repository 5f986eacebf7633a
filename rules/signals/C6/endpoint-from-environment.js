const base = process.env.DEMO_BASE_URL; // expect: endpoint-from-environment
const size = process.env.DEMO_SIZE; // ok: endpoint-from-environment
