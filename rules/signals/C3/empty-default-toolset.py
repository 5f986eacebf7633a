class Agent:
    def __init__(self, model, tools=None):  # expect: empty-default-toolset
        self.tools = tools


def paint(colors=None):  # ok: empty-default-toolset
    return colors


class Client:
    def ask(self, text, tools=None):  # ok: empty-default-toolset
        return text
