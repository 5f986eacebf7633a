from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()
def search_books(query: str) -> str:  # expect: content-tool
    return query


@mcp.tool()
def add_book(title: str) -> str:  # ok: content-tool
    return title
