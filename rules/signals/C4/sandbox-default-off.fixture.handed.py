class Tool:
    def __init__(self, sandbox: Optional[Sandbox] = None):  # ok: sandbox-default-off
        self._sandbox = None  # ok: sandbox-default-off


class Runner:
    def __init__(self):
        self._kept_sandbox = None  # ok: sandbox-default-off
