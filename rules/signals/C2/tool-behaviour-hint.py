from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("notes")


hint = ToolAnnotations(readOnlyHint=True)  # expect: tool-behaviour-hint
title = make_title(compact=True)  # ok: tool-behaviour-hint
