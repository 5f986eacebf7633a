def serve(enabled_tools=None):  # expect: tool-selection
    return enabled_tools


def paint(enabled_colors=None):  # ok: tool-selection
    return enabled_colors
