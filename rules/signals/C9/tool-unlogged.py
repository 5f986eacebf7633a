import logging

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")
logger = logging.getLogger("shelf")


@mcp.tool()  # expect: tool-unlogged
def lend(title: str) -> str:
    return title.strip()


@mcp.tool()  # ok: tool-unlogged
def give_back(title: str) -> str:
    logger.info("back %s", title)
    return title
