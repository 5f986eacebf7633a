class Agent:
    def __init__(self, model, approval_callback=None):  # expect: approval-hook-optional
        self.approval_callback = approval_callback


class Tool:
    requires_confirmation: bool = False  # expect: approval-hook-optional
    verbose: bool = False  # ok: approval-hook-optional
