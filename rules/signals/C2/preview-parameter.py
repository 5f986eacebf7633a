def apply_manifest(text, dry_run=True):  # expect: preview-parameter
    return text


def show_manifest(text, wide=True):  # ok: preview-parameter
    return text
