import hashlib


# expect: hash-chain
def chained(prev_hash, body):
    return hashlib.sha256(prev_hash.encode() + body).hexdigest()


# ok: hash-chain
def single(body):
    return hashlib.sha256(body).hexdigest()
