import os
from pathlib import Path

ROOT = Path("/srv/work")


def inside(name):
    target = (ROOT / name).resolve()
    return target.is_relative_to(ROOT)  # expect: resolved-path-containment


def safe_path(name):  # expect: resolved-path-containment
    target = (ROOT / name).resolve()
    target.relative_to(ROOT)  # expect: resolved-path-containment
    return target


def validate_path(name):  # ok: resolved-path-containment
    if not os.path.exists(name):
        raise ValueError(name)


def shown(name):
    return str((ROOT / name).resolve().relative_to(ROOT))  # ok: resolved-path-containment


def join(name):
    return os.path.join("/srv", name)  # ok: resolved-path-containment


def check_file_path(url, root_path):  # ok: resolved-path-containment
    return url.startswith(root_path)


def list_users_in_workspace(client):  # ok: resolved-path-containment
    return client.users()
