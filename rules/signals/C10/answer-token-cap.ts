const options = {
  maxOutputTokens: 512, // expect: answer-token-cap
  maxRows: 20, // ok: answer-token-cap
};
