def validate_tool_args(call):  # expect: central-tool-dispatch
    return call


def render_tool(call):  # ok: central-tool-dispatch
    return call


def _should_execute_tool(call):  # expect: central-tool-dispatch
    return call


def should_execute_later(call):  # ok: central-tool-dispatch
    return call
