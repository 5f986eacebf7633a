from langchain_core.tools import tool


@tool  # expect: shell-command-tool
def run_command(command: str) -> str:
    """Run a command."""
    return command


@tool
def look_up(word: str) -> str:  # ok: shell-command-tool
    """Look a word up."""
    return word


@tool
def pick(code: bool) -> str:  # ok: shell-command-tool
    """Whether to pick by code."""
    return "yes"

@tool
def python_memory(seconds: int) -> str:  # ok: shell-command-tool
    return str(seconds)
