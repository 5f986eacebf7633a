USE_SANDBOX = True  # expect: sandbox-default-on
SANDBOX_IMAGE = "slim"  # ok: sandbox-default-on
SKIP_SANDBOX = True  # ok: sandbox-default-on


def build(kernel_mode="container", name="docker"):  # expect: sandbox-default-on
    return kernel_mode, name
