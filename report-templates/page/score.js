// The arithmetic of the method, in whole thousandths, as the program has it in src/score. A test compares the two.
"use strict";
const Score = (() => {
  const LETTERS = ["S", "C", "D", "B"];
  const PER_LEVEL = [75, 75, 50, 50];
  const FULL = 1000;
  // Of two caps with the same maximum the one that stands first is named.
  const CAPS = [
    ["C1-SELFESC", "C1"], ["C1-PASSTHRU", "C1"], ["C2-SELFAPPROVE", "C2"], ["C2-POWERBYPASS", "C2"],
    ["C4-HOSTROOT", "C4"], ["C5-PUBLICTRIGGER", "C5"], ["C5-WORSTCASE", "C5"], ["C6-REPOCONFIG", "C6"],
    ["C7-RCELOAD", "C7"], ["C8-MODELSECRETS", "C8"], ["G2", null], ["G1", null],
  ];
  const WORST = "C5-WORSTCASE";
  const place = (cap) => CAPS.findIndex(([name]) => name === cap);
  const maxOf = (cap) => (cap === "G1" ? 500 : 250);

  const raw = (levels) => levels.reduce((sum, level, at) => sum + PER_LEVEL[at] * level, 0);
  const capped = (value, cap) => (cap === null ? value : Math.min(value, maxOf(cap)));
  // Half away from zero on the exact sum.
  const total = (millis) => Math.floor((millis.reduce((a, b) => a + b, 0) + 50) / 100);
  const band = (tenths) =>
    tenths >= 85 ? "Hardened" : tenths >= 70 ? "Strong" : tenths >= 50 ? "Moderate" : "Minimal";
  const lowest = (caps) => {
    const known = caps.filter((cap) => place(cap) >= 0);
    known.sort((a, b) => maxOf(a) - maxOf(b) || place(a) - place(b));
    return known.length ? known[0] : null;
  };

  // A mechanism that ships as the default one: the default, unless the alternative was made it.
  const shipped = (criterion) => criterion.mechanisms.find((m) => m.shipped) || null;
  // The caps that hold of a mechanism; C5-WORSTCASE comes and goes with B.
  const capsOf = (criterion, mechanism) => {
    const caps = mechanism.caps.filter((cap) => cap !== WORST && !mechanism.lifted.includes(cap));
    if (!mechanism.shipped) {
      if (!caps.includes("G1")) caps.push("G1");
      return caps;
    }
    const kept = mechanism.kind === "alt" ? caps.filter((cap) => cap !== "G1") : caps;
    const open = mechanism.levels[3] === 0 && !mechanism.absent[3];
    if (criterion.id === "C5" && criterion.assessed && open && !kept.some((cap) => maxOf(cap) <= 250)) kept.push(WORST);
    return kept;
  };
  const scoreOf = (criterion, mechanism) => capped(raw(mechanism.levels), lowest(capsOf(criterion, mechanism)));
  // The higher score counts, on equal scores the default one. An alternative that ships replaces the default.
  const criterionScore = (criterion) => {
    const first = shipped(criterion);
    if (first === null) return criterion.absent ? FULL : Math.max(0, ...criterion.mechanisms.map((m) => scoreOf(criterion, m)));
    if (first.kind === "alt") return scoreOf(criterion, first);
    return Math.max(...criterion.mechanisms.map((m) => scoreOf(criterion, m)));
  };
  const totalOf = (criteria) => total(criteria.map(criterionScore));

  // Sets a level, or says why the method does not let it stand there. Lowering S takes C and D along.
  const setLevel = (criterion, mechanism, at, level) => {
    const letter = LETTERS[at];
    if (!criterion.assessed) return `${criterion.id} was not assessed: there is no rating to change.`;
    if (mechanism.absent[at]) return `${letter} counts as L4 because its surface is absent.`;
    if (mechanism.inferred[at] && level > 2) return `${letter} is inferred, and an inferred rating ends at L2 until it is verified.`;
    const strength = mechanism.levels[0];
    if ((at === 1 || at === 2) && !mechanism.absent[0] && level > strength + 1) {
      return `${letter} stands at most one level above S: with S at L${strength} it ends at L${strength + 1}. Raise S first.`;
    }
    mechanism.levels[at] = level;
    const lowered = [];
    if (at === 0) {
      for (const other of [1, 2]) {
        if (!mechanism.absent[other] && mechanism.levels[other] > level + 1) {
          mechanism.levels[other] = level + 1;
          lowered.push(LETTERS[other]);
        }
      }
    }
    return lowered.length ? `${lowered.join(" and ")} came down to L${level + 1}, one above S.` : "";
  };
  // Lifts a cap or puts it back, or says why the method keeps it.
  const setCap = (criterion, mechanism, cap, holds) => {
    if (cap === WORST && !holds) return "C5-WORSTCASE goes by itself when B leaves L0, and not before.";
    if (cap === "G1" && !holds && !mechanism.shipped) {
      return "An alternative mechanism always carries G1, because it has to be turned on. Make it the default instead.";
    }
    mechanism.lifted = mechanism.lifted.filter((other) => other !== cap);
    if (!holds) mechanism.lifted.push(cap);
    return "";
  };
  // Ships the alternative in place of the default, or the default again.
  const shipAlternative = (criterion, on) => {
    for (const mechanism of criterion.mechanisms) mechanism.shipped = (mechanism.kind === "alt") === on;
    const alternative = criterion.mechanisms.find((m) => m.kind === "alt");
    return on && alternative && alternative.levels[2] === 0
      ? "G1 is gone. D is still rated as it ships today, off: raise it to what it would be."
      : "";
  };
  // A state from the data of a card.
  const start = (criteria) => criteria.map((criterion) => ({
    ...criterion,
    mechanisms: criterion.mechanisms.map((m) => ({
      ...m, levels: [...m.levels], caps: [...m.caps], lifted: [], shipped: m.kind === "default",
    })),
  }));
  return { LETTERS, start, raw, capped, lowest, total, band, capsOf, scoreOf, criterionScore, totalOf, setLevel, setCap, shipAlternative };
})();
if (typeof module !== "undefined") module.exports = Score;
