"""The tools that the model may call: schemas for the model, functions for us."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shell_helper.approval import ApprovalGate
from shell_helper.config import Config
from shell_helper.memory import Memory
from shell_helper.records import record_tool_call
from shell_helper.tools import files, shell, web
from shell_helper.transcript import Transcript


def _schema(name: str, description: str, properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            },
        },
    }


logger = logging.getLogger(__name__)

TOOL_SCHEMAS = [
    _schema("run_command", "Run a shell command in the workspace.", {"command": {"type": "string"}}),
    _schema("read_file", "Read a text file of the workspace.", {"path": {"type": "string"}}),
    _schema("list_files", "List a folder of the workspace.", {"path": {"type": "string"}}),
    _schema(
        "write_file",
        "Create or replace a text file of the workspace.",
        {"path": {"type": "string"}, "content": {"type": "string"}},
    ),
    _schema("fetch_page", "Fetch a web page as text.", {"url": {"type": "string"}}),
    _schema("remember", "Keep a note for later sessions.", {"note": {"type": "string"}}),
]


@dataclass
class Toolbox:
    """Runs tool calls and records them."""

    config: Config
    gate: ApprovalGate
    memory: Memory
    transcript: Transcript

    def call(self, name: str, raw_arguments: str) -> str:
        handlers: dict[str, Callable[..., str]] = {
            "run_command": self._run_command,
            "read_file": lambda path: files.read_file(self.config.workspace, path),
            "list_files": lambda path: files.list_files(self.config.workspace, path),
            "write_file": lambda path, content: files.write_file(self.config.workspace, path, content),
            "fetch_page": web.fetch_page,
            "remember": self._remember,
        }
        arguments: dict[str, Any] = {}
        try:
            arguments = json.loads(raw_arguments or "{}")
            result = handlers[name](**arguments)
            status = "ok"
        except (KeyError, TypeError, ValueError, OSError) as error:
            result, status = f"error: {error}", "error"
        record_tool_call(name, arguments, status)
        self.transcript.tool_call(name, arguments, status, result)
        logger.info("tool call %s: %s", name, status)
        return result

    def _run_command(self, command: str) -> str:
        approved = self.gate.confirm_command(command, str(self.config.workspace))
        self.transcript.approval(command, approved)
        if not approved:
            return "The user said no."
        return shell.run_command(command, self.config.workspace, self.config.command_timeout)

    def _remember(self, note: str) -> str:
        self.memory.append(note)
        return "Noted."
