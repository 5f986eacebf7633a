def validate_tool_args(call):  # expect: central-tool-dispatch
    return call


def render_tool(call):  # ok: central-tool-dispatch
    return call
