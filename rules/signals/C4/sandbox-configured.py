class Options:
    def load(self, source):
        self.mode = source.get_text("execution_mode", "container")  # expect: sandbox-configured
        self.label = source.get_text("label", "container")  # ok: sandbox-configured
