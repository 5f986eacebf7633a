import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()
def fetch_page(url: str) -> str:
    return requests.get(url).text  # expect: tool-destination-request


@mcp.tool()
def list_books(name: str) -> str:
    return requests.get("https://example.org/books").text  # ok: tool-destination-request
