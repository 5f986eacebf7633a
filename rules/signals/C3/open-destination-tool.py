from langchain_core.tools import tool


@tool  # expect: open-destination-tool
def fetch_page(url: str) -> str:
    """Fetch a page."""
    return url


@tool
def look_up(word: str) -> str:  # ok: open-destination-tool
    """Look a word up."""
    return word
