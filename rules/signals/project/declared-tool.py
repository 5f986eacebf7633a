from langchain_core.tools import tool


@tool
def find(text: str) -> str:  # expect: declared-tool
    """Finds."""
    return text


def keep(text: str) -> str:  # ok: declared-tool
    return text
