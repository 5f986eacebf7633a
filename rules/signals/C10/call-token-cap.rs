const MAX_TOKENS: u32 = 800; // expect: call-token-cap
const MAX_ROWS: u32 = 20; // ok: call-token-cap
