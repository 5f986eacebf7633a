package team

const MaxSubAgentDepth = 4 // expect: delegation-cap
const MaxWidth = 4 // ok: delegation-cap
