PAGE_MAX_RECURSIONS = 9  # expect: loop-bound-word


class Planner:
    def __init__(self):
        self.draft_max_fail_times = 3  # expect: loop-bound-word
        self.page_width = 80  # ok: loop-bound-word


def think(desk):
    max_iterations = 5  # expect: loop-bound-word
    for _ in range(max_iterations):
        desk.step()


class Line:
    def __init__(self):
        self.max_connect_attempts = 5  # ok: loop-bound-word
