import bs4  # expect: content-fetch
import soup  # ok: content-fetch
from mcp.server.fastmcp import FastMCP

server = FastMCP("shelf")


@server.tool()  # expect: content-fetch
def get_page(address: str) -> str:
    return address


@server.tool()  # ok: content-fetch
def get_status() -> str:
    return "open"
