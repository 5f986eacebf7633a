import shutil


def wipe(path):
    shutil.rmtree(path)  # expect: destructive-operation


def count(path):
    return len(path)  # ok: destructive-operation


def convert(data):
    tmp_path = spill(data)
    read(tmp_path)
    shutil.rmtree(tmp_path)  # ok: destructive-operation


from mcp.server.fastmcp import FastMCP

desk = FastMCP("desk")


@desk.tool()  # expect: destructive-operation
def kill_queue(name: str) -> str:
    return name


@desk.tool()  # ok: destructive-operation
def list_skills(name: str) -> str:
    return name
