USE_SANDBOX = False  # expect: sandbox-default-off
SANDBOX_NAME = "first"  # ok: sandbox-default-off
SKIP_SANDBOX = False  # ok: sandbox-default-off
WORKER_DISABLE_NSJAIL = True  # expect: sandbox-default-off


def build(execution_mode="local", sandbox=None):  # expect: sandbox-default-off
    return execution_mode, sandbox


class Options:
    def load(self, source):
        self.mode = source.get_text("execution_mode", "local")  # expect: sandbox-default-off
        self.label = source.get_text("label", "local")  # ok: sandbox-default-off
