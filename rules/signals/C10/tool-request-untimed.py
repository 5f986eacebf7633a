import requests

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()
def lend(title: str) -> str:
    requests.get("https://example.org")  # expect: tool-request-untimed
    return title


def tidy(title: str) -> None:
    requests.get("https://example.org")  # ok: tool-request-untimed
