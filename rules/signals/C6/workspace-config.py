import os

path = os.path.join(workspace, "settings.json")  # expect: workspace-config
name = ".mcp.json"  # expect: workspace-config
page = os.path.join(workspace, "page.html")  # ok: workspace-config
own = os.path.join(os.path.expanduser("~"), ".claude")  # ok: workspace-config
mine = os.path.expanduser("~/.codex/skills")  # ok: workspace-config
skipped = {".git", ".vscode", "build"}  # ok: workspace-config
found = os.path.join(root, ".claude")  # expect: workspace-config
rules = os.path.join(root, ".claude", "rules")  # expect: workspace-config
past = os.path.join(root, ".claude", "history")  # ok: workspace-config
left_out = [
    ".git",
    ".claude",  # ok: workspace-config
]
