"""One structured record for each tool call, outside of the workspace."""

from __future__ import annotations

import json
import os
import time
from typing import Any

RECORDS = os.path.expanduser("~/.shell-helper/calls.jsonl")


def record_tool_call(name: str, arguments: dict[str, Any], status: str) -> None:
    entry = {"time": time.time(), "tool": name, "arguments": arguments, "status": status}
    with open(RECORDS, "a", encoding="utf-8") as file:
        file.write(json.dumps(entry, default=str) + "\n")
