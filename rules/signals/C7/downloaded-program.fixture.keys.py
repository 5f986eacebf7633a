import os
import urllib.request


def fetch(address, target):
    urllib.request.urlretrieve(address, target)
    os.chmod(target, 0o600)  # ok: downloaded-program
