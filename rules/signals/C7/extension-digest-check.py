def verify_checksum(path, wanted):  # expect: extension-digest-check
    return path == wanted


def verify_address(path):  # ok: extension-digest-check
    return bool(path)


def verify_signature(body, signature):  # ok: extension-digest-check
    return hmac.compare_digest(hmac.new(KEY, body, "sha256").hexdigest(), signature)


options["verify_signature"] = False  # ok: extension-digest-check
