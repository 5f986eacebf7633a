const entry = build({ prevHash: last }); // expect: record-chain
const colour = build({ prevColour: last }); // ok: record-chain
