from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()  # expect: authority-changing-tool
def set_config(key: str, value: str) -> str:
    return key


@mcp.tool()
def read_note(key: str) -> str:  # ok: authority-changing-tool
    return key
