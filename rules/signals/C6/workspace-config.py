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


def save(workspace, text):
    place = os.path.join(workspace, "config.json")  # ok: workspace-config
    with open(place, "w") as file:
        file.write(text)


def load(workspace):
    place = os.path.join(workspace, "config.json")  # expect: workspace-config
    with open(place) as file:
        return file.read()


def shelves(item):
    """An object with an ``.agents`` attribute."""  # ok: workspace-config
    return item.agents
