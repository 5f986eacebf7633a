from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")


@mcp.tool()
def drop_note(key: str) -> str:  # expect: unannotated-mcp-tool
    return key


def helper(key):  # ok: unannotated-mcp-tool
    return key
