from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")


@mcp.tool()  # expect: unannotated-mcp-tool
def drop_note(key: str) -> str:
    return key


def helper(key):  # ok: unannotated-mcp-tool
    return key
