REQUESTS_PER_MINUTE = 60  # expect: rate-word
PAGES_PER_BOOK = 60  # ok: rate-word
