const COOLDOWN_SECONDS: u64 = 4; // expect: rate-word
const ROWS: u64 = 4; // ok: rate-word
