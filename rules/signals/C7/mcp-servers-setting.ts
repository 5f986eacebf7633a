export const defaults = {
  mcpServers: {}, // expect: mcp-servers-setting
  webServers: {}, // ok: mcp-servers-setting
};
