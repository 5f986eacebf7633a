const maxTurns = 8; // expect: step-cap
const maxWidth = 8; // ok: step-cap
const answer = generate({ stopWhen: stepCountIs(6) }); // expect: step-cap
