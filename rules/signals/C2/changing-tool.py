from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("shelf")


@mcp.tool()
def add_book(title: str) -> str:  # expect: changing-tool
    return title


@mcp.tool()
def list_books() -> str:  # ok: changing-tool
    return ""
