const REPLY_TIMEOUT: u64 = 30; // expect: timeout-word
const PAGE_WIDTH: u64 = 80; // ok: timeout-word
