"""Notes that survive a session."""

from __future__ import annotations

from pathlib import Path


class Memory:
    """A Markdown list in the user's home folder, read at start and shown to the model."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def text(self) -> str:
        if not self._path.is_file():
            return ""
        return self._path.read_text(encoding="utf-8")

    def append(self, note: str) -> None:
        line = " ".join(note.split())
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"- {line}\n")
