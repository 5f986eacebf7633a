// Reads cases from standard input: criteria of cards and what is tried on them. Prints what the page's arithmetic makes of
// each, and what it refused.
"use strict";
const fs = require("fs");
const Score = require(process.argv[2]);
const cases = JSON.parse(fs.readFileSync(0, "utf8"));
const answers = cases.map(({ criteria, tries }) => {
  const state = Score.start(criteria);
  const before = Score.totalOf(state);
  const refused = tries.map(([kind, at, mechanism, what, value]) => {
    const criterion = state[at];
    const m = criterion.mechanisms[mechanism];
    const levels = JSON.stringify(m.levels);
    const lifted = JSON.stringify(m.lifted);
    let why = "";
    if (kind === "level") why = Score.setLevel(criterion, m, what, value);
    else if (kind === "cap") why = Score.setCap(criterion, m, what, value);
    else why = Score.shipAlternative(criterion, value);
    const same = levels === JSON.stringify(m.levels) && lifted === JSON.stringify(m.lifted);
    return { why, same };
  });
  const now = Score.totalOf(state);
  return { before, now, band: Score.band(now), scores: state.map(Score.criterionScore), state, refused };
});
process.stdout.write(JSON.stringify(answers));
