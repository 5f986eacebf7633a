def serve(enabled_tools=None):  # expect: tool-selection
    return enabled_tools


def paint(enabled_colors=None):  # ok: tool-selection
    return enabled_colors


def start(enable_shell: bool = True):  # expect: tool-selection
    return enable_shell


EXCLUDED_TOOLS = ["format_disk"]  # ok: tool-selection
