def ship(text, dry_run=True):  # ok: preview-parameter
    return text
