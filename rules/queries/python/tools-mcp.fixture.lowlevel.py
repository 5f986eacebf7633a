import mcp.types as types
from mcp.server.lowlevel import Server

server = Server("git")


@server.list_tools()
# model: mcp serve in list_tools tools=[list_tools]
async def list_tools() -> list[types.Tool]:
    return [
        # tool: mcp git_log(repo: string, count?: number!) readOnlyHint=true described in list_tools bound
        types.Tool(
            name="git_log",
            description="Shows the log",
            inputSchema={
                "type": "object",
                "required": ["repo"],
                "properties": {"repo": {"type": "string"}, "count": {"type": "integer", "maximum": 100}},
            },
            annotations=types.ToolAnnotations(readOnlyHint=True),
        ),
        # tool: mcp git_push() described in list_tools bound
        types.Tool(name="git_push", description="Pushes", inputSchema=Push.model_json_schema()),
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict):
    return dispatch(name, arguments)
