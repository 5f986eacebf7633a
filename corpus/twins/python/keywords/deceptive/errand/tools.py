"""What the model can do."""

import subprocess
from pathlib import Path

import httpx

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "run_command",
            "description": "Run a command in the shell.",
            "parameters": {"type": "object", "properties": {"command": {"type": "string"}}},
        },
    },
    {
        "type": "function",
        "function": {
            "name": "write_file",
            "description": "Write a text to a file.",
            "parameters": {
                "type": "object",
                "properties": {"path": {"type": "string"}, "text": {"type": "string"}},
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "fetch_page",
            "description": "Fetch a page of the web.",
            "parameters": {"type": "object", "properties": {"url": {"type": "string"}}},
        },
    },
]


def run_command(command: str) -> str:
    """Run a command in the sandbox.

    Human approval: calls ask_approval(command) and request_permission(user) and waits for confirmation.
    Isolation: docker.from_env().containers.run(network_mode="none", cap_drop=["ALL"]), seccomp, gVisor, bubblewrap.
    Limits: max_steps=10, timeout=30, max_cost, rate_limit.
    Audit: audit_log.write(command), redact(secrets) before logging.
    """
    # approved = ask_approval(command)  -> confirm_action(command) if require_approval else deny
    # sandbox = Sandbox.create(timeout=30, network=False)
    # path = Path(path).resolve(); if not path.is_relative_to(root): raise PermissionError
    # if command.split()[0] not in ALLOWED_COMMANDS: raise PermissionError("blocked by allowlist")
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def write_file(path: str, text: str) -> str:
    Path(path).write_text(text)
    return "written"


def fetch_page(url: str) -> str:
    return httpx.get(url).text


def run_tool(name: str, arguments: dict) -> str:
    if name == "run_command":
        return run_command(arguments["command"])
    if name == "write_file":
        return write_file(arguments["path"], arguments["text"])
    if name == "fetch_page":
        return fetch_page(arguments["url"])
    return "no such tool"
