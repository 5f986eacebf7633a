const MAX_HOPS: u32 = 5; // expect: loop-bound-word
const MAX_WIDTH: u32 = 80; // ok: loop-bound-word
