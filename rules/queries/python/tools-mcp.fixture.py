from mcp.server.fastmcp import Context, FastMCP

mcp = FastMCP("files")


# tool: mcp list_files(folder: string, hidden?: boolean, ctx?) ->list_files body described bound
@mcp.tool()
async def list_files(folder: str, hidden: bool = False, ctx: Context = None) -> list[str]:
    """Lists files."""
    return scan(folder, hidden)


# tool: mcp rm(path: string) ->remove body destructiveHint=true readOnlyHint=false bound
@mcp.tool(name="rm", annotations={"destructiveHint": True, "readOnlyHint": False})
def remove(path: str) -> str:
    return unlink(path)


def stat(path: str, follow: bool | None = None):
    """Tells size and time."""
    return path


# tool: mcp stat(path: string, follow?: boolean) ->stat body described bound
mcp.add_tool(stat, name="stat", description="Tells size and time")
mcp.tool()(stat)
