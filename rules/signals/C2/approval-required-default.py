class Options:
    require_approval: bool = True  # expect: approval-required-default
    approval_mode: str = "ask"  # expect: approval-required-default
    retries: int = 3  # ok: approval-required-default


def run(task, auto_approve=False):  # expect: approval-required-default
    return task
