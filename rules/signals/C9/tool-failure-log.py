import logging

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")
logger = logging.getLogger("shelf")


@mcp.tool()
def lend(title: str) -> str:
    logger.error("lent %s", title)  # expect: tool-failure-log
    return title


def tidy(shelf: str) -> None:
    logger.error("tidied %s", shelf)  # ok: tool-failure-log
