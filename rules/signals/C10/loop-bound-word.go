package desk

const MaxAttempts = 5 // expect: loop-bound-word
const MaxWidth = 80   // ok: loop-bound-word
