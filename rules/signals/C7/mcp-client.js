const { MultiServerMCPClient } = require("@langchain/mcp-adapters"); // expect: mcp-client

function open(servers, Pool) {
  new Pool(servers); // ok: mcp-client
  return new MultiServerMCPClient(servers); // expect: mcp-client
}

module.exports = { open };
