const Anthropic = require("@anthropic-ai/sdk"); // expect: model-library
const ants = require("ants"); // ok: model-library

module.exports = { Anthropic, ants };
