import os
import urllib.request


def fetch(address, target):
    urllib.request.urlretrieve(address, target)
    os.chmod(target, 0o755)  # expect: downloaded-program
    os.stat(target)  # ok: downloaded-program
