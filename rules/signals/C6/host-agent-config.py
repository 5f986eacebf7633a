import os

place = os.path.expanduser("~/.claude/skills")  # expect: host-agent-config
page = os.path.expanduser("~/.demo/pages")  # ok: host-agent-config
