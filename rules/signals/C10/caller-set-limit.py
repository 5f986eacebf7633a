from mcp.server.fastmcp import FastMCP

server = FastMCP("shelf")


@server.tool()
def titles(shelf: str, limit: int = 20) -> list[str]:  # expect: caller-set-limit
    """Titles on a shelf."""
    return []


@server.tool()
def shelf_name(shelf: str) -> str:  # ok: caller-set-limit
    """Name of a shelf."""
    return shelf


@server.tool()
def loans(shelf: str, top: int = 20) -> list[str]:  # expect: caller-set-limit
    """Loans of a shelf."""
    return []
