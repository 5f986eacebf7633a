module.exports.cap = (n) => Math.min(n, 100); // expect: argument-bound
module.exports.raw = (n) => Math.floor(n); // ok: argument-bound
