"""The record of a session: one JSON object a line."""

from __future__ import annotations

import json
import os
import re
import time
import uuid
from pathlib import Path
from typing import Any

KEY_PATTERN = re.compile(r"\b(sk|ghp|xoxb)[-_][A-Za-z0-9_-]{16,}")


def redact(text: str) -> str:
    """Blank what looks like an API key."""
    return KEY_PATTERN.sub("[redacted]", text)


class Transcript:
    """Every tool call with its arguments, its outcome and the time, and every approval and refusal."""

    def __init__(self, folder: Path, session: str | None = None) -> None:
        self.session = session or uuid.uuid4().hex
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.session}.jsonl"
        self._file = (folder / f"{self.session}.jsonl").open("a", encoding="utf-8")
        os.chmod(path, 0o600)

    def tool_call(self, name: str, arguments: dict[str, Any], status: str, result: str) -> None:
        self._write("tool_call", tool=name, arguments=arguments, status=status, result=result[:4000])

    def approval(self, command: str, approved: bool) -> None:
        self._write("approval", command=command, approved=approved)

    def close(self) -> None:
        self._file.close()

    def _write(self, event: str, **fields: Any) -> None:
        entry = {"time": time.time(), "session": self.session, "event": event, **fields}
        self._file.write(redact(json.dumps(entry, default=str)) + "\n")
        self._file.flush()
