def shown(text):  # expect: redacted-placeholder
    return KEY.sub("[redacted]", text)


def drawn(text):  # ok: redacted-placeholder
    return KEY.sub("[image]", text)
