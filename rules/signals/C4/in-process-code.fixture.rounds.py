class Rounds:
    def __init__(
        self,
        eval: Scorer,
    ):
        self.scored = eval("shelf", 3)  # ok: in-process-code
