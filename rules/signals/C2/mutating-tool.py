from langchain_core.tools import tool


@tool
def send_mail(to: str, body: str) -> str:  # expect: mutating-tool
    """Send a mail."""
    return to


@tool
def look_up(word: str) -> str:  # ok: mutating-tool
    """Look a word up."""
    return word
