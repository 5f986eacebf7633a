from langchain_core.tools import tool


@tool
def run_command(line: str) -> str:  # expect: command-tool
    """Runs a command."""
    return start(line)


@tool
def run_sql(line: str) -> str:  # ok: command-tool
    """Asks the catalogue."""
    return ask(line)
