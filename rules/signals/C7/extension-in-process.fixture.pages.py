import importlib.util

from quart import Blueprint


def mount(path):
    spec = importlib.util.spec_from_file_location("page", path)  # ok: extension-in-process
    return Blueprint(spec)
