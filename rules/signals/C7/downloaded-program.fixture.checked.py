import hashlib
import os
import urllib.request


def fetch(address, target, expected):
    urllib.request.urlretrieve(address, target)
    if hashlib.sha256(open(target, "rb").read()).hexdigest() != expected:
        raise ValueError(target)
    os.chmod(target, 0o755)  # ok: downloaded-program
