SEARCH_TIMEOUT = 30  # expect: timeout-word
PAGE_WIDTH = 80  # ok: timeout-word
