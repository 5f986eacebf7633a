from langchain_core.tools import tool


@tool  # expect: mutating-tool
def send_mail(to: str, body: str) -> str:
    """Send a mail."""
    return to


@tool
def look_up(word: str) -> str:  # ok: mutating-tool
    """Look a word up."""
    return word


@tool  # expect: mutating-tool
def clear_index(name: str) -> str:
    """Clear an index."""
    return name


@tool
def write_todos(items: list) -> str:  # ok: mutating-tool
    """Keep the list of things to do."""
    return str(items)
