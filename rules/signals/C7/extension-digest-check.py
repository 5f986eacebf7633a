def verify_checksum(path, wanted):  # expect: extension-digest-check
    return path == wanted


def verify_address(path):  # ok: extension-digest-check
    return bool(path)
