def wrap_untrusted(text):  # expect: untrusted-marker
    return text


def wrap_line(text):  # ok: untrusted-marker
    return text
