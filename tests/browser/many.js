// Makes more cards of those in a folder: other names, repositories, commits and dates. node many.js FOLDER HOW-MANY
"use strict";
const fs = require("fs");
const path = require("path");
const [folder, wanted] = [process.argv[2], Number(process.argv[3])];
const names = fs.readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
const cards = names.map((name) => [name, JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"))]).filter(([, card]) => card.criteria);
let made = cards.length;
for (let turn = 1; made < wanted; turn += 1) {
  for (const [name, card] of cards) {
    if (made >= wanted) break;
    const copy = { ...card, scored_date: `2025-${String((turn * 3) % 12 + 1).padStart(2, "0")}-11`, pinned_commit: card.pinned_commit.replace(/./g, (c) => ((parseInt(c, 16) + turn) % 16).toString(16)) };
    // Of each turn some are earlier commits of the same project.
    if (made % 25 !== 0) {
      copy.name = `${card.name} number ${turn}`;
      copy.id = `${card.id}-${turn}`;
      copy.repo_url = `${card.repo_url}-${turn}`;
    }
    fs.writeFileSync(path.join(folder, `${turn}-${name}`), JSON.stringify(copy));
    made += 1;
  }
}
