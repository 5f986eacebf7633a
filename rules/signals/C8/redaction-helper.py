def redact_headers(h):  # expect: redaction-helper
    return {k: "x" for k in h}


def sort_headers(h):  # ok: redaction-helper
    return sorted(h)
