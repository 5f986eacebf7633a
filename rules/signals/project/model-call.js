const OpenAI = require("openai");

async function ask(text) {
  const client = new OpenAI();
  client.close(text); // ok: model-call
  return client.responses.create({ input: text }); // expect: model-call
}

module.exports = { ask };
