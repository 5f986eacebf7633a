from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()  # expect: memory-tool
def save_memory(fact: str) -> str:
    return fact


@mcp.tool()  # ok: memory-tool
def show_page(name: str) -> str:
    return name
