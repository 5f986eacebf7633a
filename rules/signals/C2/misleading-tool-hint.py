from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

mcp = FastMCP("notes")


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))  # expect: misleading-tool-hint
def delete_note(key: str) -> str:
    return key


@mcp.tool(annotations=ToolAnnotations(destructiveHint=False))  # expect: misleading-tool-hint
def uninstall_package(key: str) -> str:
    return key


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))  # ok: misleading-tool-hint
def get_created_notes(key: str) -> str:
    return key


@mcp.tool(annotations=ToolAnnotations(destructiveHint=False))  # ok: misleading-tool-hint
def update_note(key: str) -> str:
    return key
