from mcp.server.fastmcp import FastMCP

server = FastMCP("shelf")

MAX_ROWS = 500  # expect: result-cap
MIN_ROWS = 1  # ok: result-cap
MAX_TOKEN_LENGTH = 300  # ok: result-cap


def truncate_text(s):  # expect: result-cap
    return s[:100]


def truncate_tool_name(s):  # ok: result-cap
    return s[:60]


@server.tool()
def titles(shelf: str, max_results: int = 100) -> list[str]:  # ok: result-cap
    """Titles on a shelf."""
    return []


column = {"max_length": 512}  # ok: result-cap
wait = min(delay * 2, max_delay)  # ok: result-cap
