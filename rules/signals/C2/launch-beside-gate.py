import subprocess

from langchain_core.tools import tool


@tool
def listing(target: str) -> str:
    "Lists."
    return subprocess.run(["ls", target])  # expect: launch-beside-gate


@tool
def build(target: str) -> str:
    "Builds."
    if not confirm_launch(target):
        raise PermissionError(target)
    return subprocess.run(["make", target])  # ok: launch-beside-gate


def confirm_launch(target):
    return input(target) == "y"


def setup():
    subprocess.run(["true"])  # ok: launch-beside-gate
