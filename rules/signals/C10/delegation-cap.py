MAX_DELEGATION_DEPTH = 2  # expect: delegation-cap
MAX_WIDTH = 2  # ok: delegation-cap
