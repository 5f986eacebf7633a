MAX_ROWS = 500  # expect: result-cap
MIN_ROWS = 1  # ok: result-cap


def truncate_text(s):  # expect: result-cap
    return s[:100]
