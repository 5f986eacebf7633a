def detect_loop(history):  # expect: repeat-breaker
    return history[-3:]


MAX_CONSECUTIVE_ERRORS = 4  # expect: repeat-breaker
MAX_ERRORS_SHOWN = 4  # ok: repeat-breaker
