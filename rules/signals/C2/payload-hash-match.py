import hashlib


def check(call, approval):
    own = hashlib.sha256(call.payload).hexdigest()
    if own != approval.payload_hash:  # expect: payload-hash-match
        raise PermissionError("not what was approved")
    if call.owner != approval.owner:  # ok: payload-hash-match
        raise PermissionError("another owner")
