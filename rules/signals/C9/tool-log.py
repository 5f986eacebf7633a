import logging

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")
logger = logging.getLogger("shelf")


@mcp.tool()
def lend(title: str) -> str:
    logger.info("lent %s", title)  # expect: tool-log
    return title


def tidy(shelf: str) -> None:
    logger.info("tidied %s", shelf)  # ok: tool-log
