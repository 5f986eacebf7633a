from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()  # expect: tool-time-free
def lend(title: str, timeout: int = 30) -> str:
    return title + str(timeout)


@mcp.tool()  # ok: tool-time-free
def give_back(title: str, timeout: int = 30) -> str:
    timeout = min(timeout, 60)
    return title + str(timeout)
