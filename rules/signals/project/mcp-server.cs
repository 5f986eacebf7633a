using ModelContextProtocol.Server; // expect: mcp-server
using ModelContextProtocol.Client; // ok: mcp-server
