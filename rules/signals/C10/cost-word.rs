const CREDIT_LIMIT: u32 = 40; // expect: cost-word
const PAGE_WIDTH: u32 = 80; // ok: cost-word
