from pydantic import BaseModel


class DeskAgentConfig(BaseModel):
    name: str
    tools: list[str] = []  # expect: agent-tool-list


class LedgerConfig(BaseModel):
    tools: list[str] = []  # ok: agent-tool-list


class RunningAgent:
    tools: list[Callable]  # ok: agent-tool-list


class ShelfNode(BaseModel):
    tool_ids: list[str] = []  # expect: agent-tool-list
