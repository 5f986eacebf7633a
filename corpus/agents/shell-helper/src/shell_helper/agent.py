"""The loop: ask the model, run the tools that it wants, until it answers."""

from __future__ import annotations

from typing import Any

from openai import OpenAI

from shell_helper.config import Config
from shell_helper.prompts import system_prompt
from shell_helper.tools import TOOL_SCHEMAS, Toolbox


class StepLimit(Exception):
    """The model did not come to an answer."""


class Agent:
    def __init__(self, config: Config, toolbox: Toolbox, client: OpenAI | None = None) -> None:
        self._config = config
        self._toolbox = toolbox
        self._client = client or OpenAI()

    def run(self, task: str) -> str:
        memory = self._toolbox.memory.text()
        messages: list[dict[str, Any]] = [
            {"role": "system", "content": system_prompt(str(self._config.workspace), memory)},
            {"role": "user", "content": task},
        ]
        for _ in range(self._config.max_steps):
            response = self._client.chat.completions.create(
                model=self._config.model,
                messages=messages,
                tools=TOOL_SCHEMAS,
            )
            message = response.choices[0].message
            messages.append(message.model_dump(exclude_none=True))
            if not message.tool_calls:
                return message.content or ""
            for call in message.tool_calls:
                result = self._toolbox.call(call.function.name, call.function.arguments)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
        raise StepLimit(f"no answer after {self._config.max_steps} steps")
