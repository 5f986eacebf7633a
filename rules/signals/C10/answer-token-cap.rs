const MAX_TOKENS: u32 = 800; // expect: answer-token-cap
const MAX_ROWS: u32 = 20; // ok: answer-token-cap
