folder = workspace / ".claude" / "skills"  # expect: workspace-agent-folder
page = workspace / "pages"  # ok: workspace-agent-folder
