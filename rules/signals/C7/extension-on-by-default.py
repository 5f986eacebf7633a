AUTO_INSTALL = True  # expect: extension-on-by-default
AUTO_SAVE = True  # ok: extension-on-by-default
self._mcp_enabled = True  # ok: extension-on-by-default
ENABLE_MCP_SERVER = True  # ok: extension-on-by-default
