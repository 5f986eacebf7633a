package desk

const dailyQuota = 40 // expect: cost-word
const pageWidth = 80  // ok: cost-word
