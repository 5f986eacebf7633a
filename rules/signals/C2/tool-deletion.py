import os
import shutil

from mcp.server.fastmcp import FastMCP

server = FastMCP("greenhouse")


@server.tool()
def remove_plant(name: str) -> str:  # expect: tool-deletion
    return name


@server.tool()
def list_plants(shelf: str) -> str:  # ok: tool-deletion
    return shelf


@server.tool()
def empty_shelf(shelf: str) -> str:  # ok: tool-deletion
    sweep(shelf)
    return shelf


def sweep(shelf: str):
    shutil.rmtree(shelf)  # expect: tool-deletion


def tidy(temp_folder: str):
    os.remove(temp_folder)  # ok: tool-deletion
