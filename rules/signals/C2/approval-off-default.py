def launch(agent, auto_approve=True):  # expect: approval-off-default
    return agent


def start(run):
    return run(["coder", "--dangerously-skip-permissions"])  # expect: approval-off-default


def quiet(run):
    return run(["coder", "--quiet"])  # ok: approval-off-default


class Session:
    def __init__(self):
        self.auto_approve = True  # expect: approval-off-default

    def on_answer(self, answer):
        if answer == "always":
            self.auto_approve = True  # ok: approval-off-default


def options(parser):
    parser.add_argument("--auto", "--yolo", action="store_true")  # ok: approval-off-default
