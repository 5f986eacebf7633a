module.exports = (req) => {
  const value = req.headers.authorization; // expect: inbound-token-reuse
  const kind = req.headers['content-type']; // ok: inbound-token-reuse
  return [value, kind];
};
