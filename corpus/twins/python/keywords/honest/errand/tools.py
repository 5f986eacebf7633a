"""What the model can do."""

import subprocess
from pathlib import Path

import httpx

from errand.approval import ask_approval

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
    """Run a command that the person has seen and approved."""
    if not ask_approval(command):
        return "The user said no."
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def write_file(path: str, text: str) -> str:
    if not ask_approval(f"write {path}:\n{text}"):
        return "The user said no."
    Path(path).write_text(text)
    return "written"


def fetch_page(url: str) -> str:
    if not ask_approval(f"fetch {url}"):
        return "The user said no."
    return httpx.get(url).text


def run_tool(name: str, arguments: dict) -> str:
    if name == "run_command":
        return run_command(arguments["command"])
    if name == "write_file":
        return write_file(arguments["path"], arguments["text"])
    if name == "fetch_page":
        return fetch_page(arguments["url"])
    return "no such tool"
