MEMORY_TTL = 86400  # expect: state-expiry
MEMORY_NAME = 1  # ok: state-expiry


def clear_memory():  # expect: state-expiry
    pass
