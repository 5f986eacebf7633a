const maxSubAgents = 3; // expect: delegation-cap
const maxWidth = 3; // ok: delegation-cap
