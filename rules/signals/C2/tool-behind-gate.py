import subprocess

from langchain_core.tools import tool


async def step(runtime, call):
    if not await runtime.ask_approval(call):
        return None
    return await runtime.execute_tool(call)  # expect: tool-behind-gate


async def plain(runtime, call):
    runtime.note(call)
    return await runtime.execute_tool(call)  # ok: tool-behind-gate


@tool
def build(target: str) -> str:
    "Builds."
    if not confirm_launch(target):
        raise PermissionError(target)
    return subprocess.run(["make", target])  # expect: tool-behind-gate


@tool
def listing(target: str) -> str:
    "Lists."
    return subprocess.run(["ls", target])  # ok: tool-behind-gate


def confirm_launch(target):
    return input(target) == "y"
