def review_memory(entry):  # expect: memory-review
    return entry


def review_page(entry):  # ok: memory-review
    return entry


def invalidate_skill_cache():  # ok: memory-review
    return None
