from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()  # expect: caller-set-timeout
def build(target: str, timeout: int = 60) -> str:
    return target


@mcp.tool()  # ok: caller-set-timeout
def show(target: str) -> str:
    return target


@mcp.tool()  # ok: caller-set-timeout
def swipe(target: str, duration: int = 2) -> str:
    return target


@mcp.tool()  # ok: caller-set-timeout
def loans_between(min_time: str, max_time: str) -> str:
    return min_time + max_time
