from claude_agent_sdk import SdkMcpTool, create_sdk_mcp_server, tool


# tool: claude-agent-sdk read_note(path: string, lines: number) ->read_note body described bound
@tool("read_note", "Reads a note", {"path": str, "lines": int})
async def read_note(args):
    return open(args["path"]).read()


# tool: claude-agent-sdk never(x: boolean) ->never body described
@tool("never", "Is in no list", {"x": bool})
async def never(args):
    return {}


# tool: claude-agent-sdk spare(n?: number) ->run_spare described bound
spare = SdkMcpTool(name="spare", description="d", input_schema={"type": "object", "properties": {"n": {"type": "number"}}}, handler=run_spare)

# model: claude-agent-sdk serve tools=[read_note, spare]
server = create_sdk_mcp_server(name="notes", version="1", tools=[read_note, spare])
