from mcp.server.fastmcp import FastMCP

server = FastMCP("demo")


@server.tool()
def find(text: str) -> str:  # expect: mcp-tool
    """Finds."""
    return text


def keep(text: str) -> str:  # ok: mcp-tool
    return text
