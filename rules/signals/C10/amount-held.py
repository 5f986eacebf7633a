def find(limit, rows):
    if limit > 500:  # expect: amount-held
        limit = 500
    size = min(limit, 50)  # expect: amount-held
    return rows[:limit], size  # ok: amount-held
