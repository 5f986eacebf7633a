from pathlib import Path

servers = Path.cwd() / "config" / "servers.json"  # expect: workspace-config
skills = workspace / ".acme" / "skills"  # expect: workspace-config
pages = Path.cwd() / "pages"  # ok: workspace-config
