# expect: chain-verifier
def verify_chain(entries):
    return all(entries)


# ok: chain-verifier
def verify_token(token):
    return bool(token)
