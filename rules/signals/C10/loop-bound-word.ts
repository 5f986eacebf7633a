const MAX_LETTER_MESSAGES = 8; // expect: loop-bound-word
const maxRowHeight = 8; // ok: loop-bound-word
