import hashlib
import hmac


def fresh(key, body, given):
    own = hmac.new(key, body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(own, given)  # expect: signed-request


def same(a, b):
    return hmac.compare_digest(a, b)  # ok: signed-request
