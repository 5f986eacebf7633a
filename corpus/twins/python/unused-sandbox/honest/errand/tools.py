"""What the model can do."""

from pathlib import Path

import httpx

from errand.sandbox import Sandbox

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
    return Sandbox().run(command)


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
