def launch(agent, auto_approve=True):  # expect: approval-off-default
    return agent


def start(run):
    return run(["coder", "--dangerously-skip-permissions"])  # expect: approval-off-default


def quiet(run):
    return run(["coder", "--quiet"])  # ok: approval-off-default
