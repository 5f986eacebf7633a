from mcp.types import ToolAnnotations


look = ToolAnnotations(readOnlyHint=True)  # ok: change-hinted-tool
lend = ToolAnnotations(readOnlyHint=False)  # expect: change-hinted-tool
