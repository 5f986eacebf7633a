from mcp.server.fastmcp import FastMCP

server = FastMCP("shelf")


@server.tool()
def find_volume(title: str, limit: int = 5) -> str:  # expect: typed-signature
    """Finds a volume."""
    return title[:limit]


@server.tool()
def count_volumes(shelf) -> int:  # ok: typed-signature
    """Counts the volumes."""
    return len(shelf)


# ok: typed-signature
SPEC = {"toolSpec": {"name": "lend", "description": "Lends", "inputSchema": {"json": {"type": "object", "properties": {"title": {"type": "string"}}}}}}
