from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()  # expect: secret-tool-parameter
def connect(host: str, password: str) -> str:
    return host


@mcp.tool()  # ok: secret-tool-parameter
def status(host: str) -> str:
    return host
