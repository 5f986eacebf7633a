class Options:
    mcp_servers: dict = {}  # expect: mcp-servers-setting
    http_servers: dict = {}  # ok: mcp-servers-setting
