package limits

const MaxTotalTokens = 50000 // expect: cost-cap
const MaxWidth = 3 // ok: cost-cap
