module.exports.look = { destructiveHint: false }; // expect: tool-behaviour-hint
module.exports.wide = { colorHint: true }; // ok: tool-behaviour-hint
