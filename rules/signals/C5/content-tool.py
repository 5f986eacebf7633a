from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()
def search_books(query: str) -> str:  # expect: content-tool
    return query


@mcp.tool()
def add_book(title: str) -> str:  # ok: content-tool
    return title


@mcp.tool()
def get_screen_size():  # ok: content-tool
    return "1 x 1"
