USE_SANDBOX = False  # expect: sandbox-default-off
SANDBOX_NAME = "first"  # ok: sandbox-default-off


def build(execution_mode="local", sandbox=None):  # expect: sandbox-default-off
    return execution_mode, sandbox
