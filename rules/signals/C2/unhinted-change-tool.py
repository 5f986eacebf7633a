from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("notes")


@mcp.tool()  # expect: unhinted-change-tool
def delete_note(key: str) -> str:
    return key


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True))  # ok: unhinted-change-tool
def update_note(key: str) -> str:
    return key


@mcp.tool()  # ok: unhinted-change-tool
def get_note(key: str) -> str:
    return key
