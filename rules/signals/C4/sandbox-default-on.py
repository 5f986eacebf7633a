USE_SANDBOX = True  # expect: sandbox-default-on
SANDBOX_IMAGE = "slim"  # ok: sandbox-default-on
SKIP_SANDBOX = True  # ok: sandbox-default-on


def build(kernel_mode="container", name="docker"):  # expect: sandbox-default-on
    return kernel_mode, name


class Options:
    def load(self, source):
        self.mode = source.get_text("execution_mode", "container")  # expect: sandbox-default-on
        self.label = source.get_text("label", "container")  # ok: sandbox-default-on
