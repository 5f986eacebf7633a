const { tool } = require("@langchain/core/tools"); // expect: agent-framework
const lang = require("lang"); // ok: agent-framework

module.exports = { tool, lang };
