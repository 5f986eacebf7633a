import os
from dataclasses import dataclass


@dataclass
class DeskConfig:
    use_sandbox: bool = False  # expect: sandbox-switch-off
    use_sandpaper: bool = False  # ok: sandbox-switch-off
    chromium_sandbox: bool = False  # ok: sandbox-switch-off


EXECUTION_MODE = os.getenv("DESK_EXECUTION_MODE", "local")  # expect: sandbox-switch-off


class Runner:
    def __init__(self, sandbox=None):  # ok: sandbox-switch-off
        self._sandbox = None  # ok: sandbox-switch-off
