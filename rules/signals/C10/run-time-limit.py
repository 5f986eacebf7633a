MAX_EXECUTION_TIME = 600  # expect: run-time-limit
POLL_SECONDS = 3  # ok: run-time-limit
