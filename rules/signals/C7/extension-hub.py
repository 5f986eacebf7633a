import subprocess


def install_from_hub(name):  # expect: extension-hub
    subprocess.run(["git", "clone", name])  # expect: extension-hub


def install_light(name):  # ok: extension-hub
    subprocess.run(["git", "status", name])  # ok: extension-hub


def _marketplaceMw():  # ok: extension-hub
    return None


def get_mcp_registry(desk):  # ok: extension-hub
    return desk.rooms
