"""Asking the user before something happens."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class Answer(Enum):
    YES = "yes"
    NO = "no"
    QUIT = "quit"


class Stopped(Exception):
    """The user ended the session at a prompt."""


@dataclass
class ApprovalGate:
    """Shows the exact command and waits for an answer. Anything but a clear yes is a no."""

    enabled: bool = True
    read: Callable[[str], str] = input

    def confirm_command(self, command: str, workspace: str) -> bool:
        if not self.enabled:
            return True
        print(f"\nThe assistant wants to run in {workspace}:\n\n    {command}\n", file=sys.stderr)
        answer = self._ask("Run it? [y]es / [n]o / [q]uit: ")
        if answer is Answer.QUIT:
            raise Stopped
        return answer is Answer.YES

    def _ask(self, question: str) -> Answer:
        try:
            text = self.read(question).strip().lower()
        except EOFError:
            return Answer.NO
        if text in {"y", "yes"}:
            return Answer.YES
        if text in {"q", "quit"}:
            return Answer.QUIT
        return Answer.NO
