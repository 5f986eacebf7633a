from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


@mcp.tool()  # expect: secret-returning-tool
def get_connection_string(name: str) -> str:
    return name


@mcp.tool()  # ok: secret-returning-tool
def get_secret_scanning_report(name: str) -> str:
    return name
