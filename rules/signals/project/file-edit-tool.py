from langchain_core.tools import tool


@tool
def write_file(text: str) -> str:  # expect: file-edit-tool
    """Writes."""
    return text


@tool
def read_file(text: str) -> str:  # ok: file-edit-tool
    """Reads."""
    return text
