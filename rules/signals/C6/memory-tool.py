from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()  # expect: memory-tool
def save_memory(fact: str) -> str:
    return fact


@mcp.tool()  # ok: memory-tool
def show_page(name: str) -> str:
    return name


@mcp.tool()  # ok: memory-tool
def memory_overcommit_report(node: str) -> str:
    """Tells how much a node promised."""
    return node
