import os

place = os.path.expanduser("~/.claude/skills")  # expect: host-agent-config
page = os.path.expanduser("~/.demo/pages")  # ok: host-agent-config


def pages(board):
    """Reads what ``.agents`` of a board holds, as `~/.claude/skills` does."""  # ok: host-agent-config
    return board.agents, os.path.join(board.home, ".cursor")  # expect: host-agent-config

LAZY = {"Desk": ("demo.agents.agents", "Desk")}  # ok: host-agent-config
