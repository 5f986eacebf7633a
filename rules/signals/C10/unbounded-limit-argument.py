from typing import Annotated

from mcp.server.fastmcp import FastMCP
from pydantic import Field

server = FastMCP("shelf")


@server.tool()  # expect: unbounded-limit-argument
def titles(shelf: str, limit: int = 20) -> list[str]:
    """Titles on a shelf."""
    return []


@server.tool()  # ok: unbounded-limit-argument
def loans(shelf: str, limit: Annotated[int, Field(ge=1, le=50)] = 20) -> list[str]:
    """Loans of a shelf."""
    return []


@server.tool()  # expect: unbounded-limit-argument
def readers(shelf: str, top: int = 20) -> list[str]:
    """Readers of a shelf."""
    return []
