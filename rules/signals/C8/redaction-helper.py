def redact_headers(h):  # expect: redaction-helper
    return {k: "x" for k in h}


def sort_headers(h):  # ok: redaction-helper
    return sorted(h)


def sanitize_error(text):  # ok: redaction-helper
    return text.split("\n")[0]


def sanitize_error_text(text):  # expect: redaction-helper
    return BEARER.sub("x", text)
