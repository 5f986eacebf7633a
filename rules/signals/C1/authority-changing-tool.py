from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()
def set_config(key: str, value: str) -> str:  # expect: authority-changing-tool
    return key


@mcp.tool()
def read_note(key: str) -> str:  # ok: authority-changing-tool
    return key
