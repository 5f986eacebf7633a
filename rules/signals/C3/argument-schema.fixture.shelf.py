from mcp.server.fastmcp import FastMCP

server = FastMCP("shelf")


@server.tool()
def find_volume(title: str, limit: int = 5) -> str:  # expect: argument-schema
    """Finds a volume."""
    return title[:limit]
