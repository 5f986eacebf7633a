def lend(max_steps=10, max_books=4):  # expect: step-cap-value
    return max_steps, max_books


def tidy(max_steps=None):  # ok: step-cap-value
    return max_steps
