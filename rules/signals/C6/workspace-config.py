import os

path = os.path.join(workspace, "settings.json")  # expect: workspace-config
name = ".mcp.json"  # expect: workspace-config
page = os.path.join(workspace, "page.html")  # ok: workspace-config
