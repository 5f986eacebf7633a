import readline


class Prompt:
    def __init__(self):
        self._load_history()  # ok: history-load

    def _load_history(self):
        readline.read_history_file(self.path)
