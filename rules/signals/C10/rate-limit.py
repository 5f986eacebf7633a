from slowapi import Limiter


limiter = Limiter(key_func=who)  # expect: rate-limit


class TokenRateLimiter:  # expect: rate-limit
    pass


def limit_text(s):  # ok: rate-limit
    return s[:9]
