import requests

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()
def lend(title: str) -> str:
    requests.get("https://example.org", timeout=5)  # expect: tool-request-timed
    return title


def tidy(title: str) -> None:
    requests.get("https://example.org", timeout=5)  # ok: tool-request-timed
