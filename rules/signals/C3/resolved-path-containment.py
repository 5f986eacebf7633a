import os
from pathlib import Path

ROOT = Path("/srv/work")


def inside(name):
    target = (ROOT / name).resolve()
    return target.is_relative_to(ROOT)  # expect: resolved-path-containment


def safe_path(name):  # expect: resolved-path-containment
    return name


def join(name):
    return os.path.join("/srv", name)  # ok: resolved-path-containment
