const maxBudgetUsd = 3; // expect: cost-cap
const maxWidth = 3; // ok: cost-cap

const maxCostTier = 3; // ok: cost-cap
