from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()
def write_file(path: str, text: str) -> str:  # expect: text-edit-tool
    return path


@mcp.tool()
def export_csv(table: str) -> str:  # ok: text-edit-tool
    return table
