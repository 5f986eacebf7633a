MAX_EXECUTION_TIME = 600  # expect: run-time-limit
POLL_SECONDS = 3  # ok: run-time-limit


def loans(max_time=None, max_runtime=90):  # expect: run-time-limit
    return max_time, max_runtime


class Stats:
    wall_time_seconds: float = 0.0  # ok: run-time-limit
