from mcp.server.fastmcp import FastMCP  # expect: mcp-server
from mcpx import Box  # ok: mcp-server
