"""Running commands on the user's machine."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

MAX_OUTPUT = 20_000

# Things that nobody wants by accident.
BLOCKED = [
    re.compile(r"\brm\s+-[a-z]*r[a-z]*f?\s+/(\s|$)"),
    re.compile(r"\bmkfs(\.\w+)?\b"),
    re.compile(r":\(\)\s*\{"),
    re.compile(r"\bdd\b.*\bof=/dev/"),
]


SAFE_ENV_VARS = ("PATH", "HOME", "LANG", "TERM")


def build_child_env() -> dict[str, str]:
    """Only what a command needs: no keys."""
    return {name: os.environ[name] for name in SAFE_ENV_VARS if name in os.environ}


def run_command(command: str, workspace: Path, timeout: float) -> str:
    """Run ``command`` with the user's shell and environment and return what it printed."""
    for pattern in BLOCKED:
        if pattern.search(command):
            raise ValueError("this command is blocked")
    try:
        done = subprocess.run(
            command,
            shell=True,
            cwd=workspace,
            env=build_child_env(),
            capture_output=True,
            text=True,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        return f"stopped after {timeout:g} seconds"
    output = (done.stdout + done.stderr)[:MAX_OUTPUT]
    return f"exit code {done.returncode}\n{output}"
