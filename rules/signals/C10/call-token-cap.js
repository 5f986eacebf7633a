const options = {
  maxOutputTokens: 512, // expect: call-token-cap
  maxRows: 20, // ok: call-token-cap
};
