def is_trusted_folder(path):  # expect: workspace-trust
    return path in KNOWN


def is_empty_folder(path):  # ok: workspace-trust
    return not path
