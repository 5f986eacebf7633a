"""Files of the workspace."""

from __future__ import annotations

import shutil
from pathlib import Path

MAX_READ = 100_000


def _inside(workspace: Path, path: str) -> Path:
    """The path, links resolved, if it lies in the workspace."""
    root = workspace.resolve()
    resolved = (root / path).resolve()
    if not resolved.is_relative_to(root):
        raise ValueError(f"{path} is outside the workspace")
    return resolved


def read_file(workspace: Path, path: str) -> str:
    with _inside(workspace, path).open(encoding="utf-8", errors="replace") as file:
        return file.read(MAX_READ)


def list_files(workspace: Path, path: str) -> str:
    folder = _inside(workspace, path)
    names = sorted(entry.name + ("/" if entry.is_dir() else "") for entry in folder.iterdir())
    return "\n".join(names)


def write_file(workspace: Path, path: str, content: str) -> str:
    """Replace the file; what was there before stays beside it."""
    target = _inside(workspace, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        shutil.copy2(target, target.with_name(target.name + ".bak"))
    target.write_text(content, encoding="utf-8")
    return f"wrote {len(content)} characters to {path}"
