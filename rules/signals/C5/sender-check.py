import hmac

ALLOWED_USERS = {"alice"}  # expect: sender-check


def verify(a, b):
    return hmac.compare_digest(a, b)  # expect: sender-check


def same(a, b):
    return a == b  # ok: sender-check
