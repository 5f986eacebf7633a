import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shelf")


@mcp.tool()
def lend(title: str) -> str:
    subprocess.run(title, shell=True)  # expect: tool-process-untimed
    return title


def tidy(title: str) -> None:
    subprocess.run(title, shell=True)  # ok: tool-process-untimed
