const { FastMCP } = require("fastmcp"); // expect: mcp-server
const { Box } = require("box"); // ok: mcp-server

module.exports = { FastMCP, Box };
