import hashlib

ALLOWED_PLUGINS = {"ledger", "harbour"}  # expect: extension-check-name


def fetch(asset):
    run(f"printf '%s  %s' {asset.digest} {asset.name} | sha256sum -c -")  # expect: extension-check-name


def key(text):
    return hashlib.sha256(text).hexdigest()  # ok: extension-check-name


def suffixes(path, allowed_extensions):  # ok: extension-check-name
    return path.suffix in allowed_extensions


class IntegrityError(Exception):  # ok: extension-check-name
    pass


ALLOWED_MODULES = {"math"}  # ok: extension-check-name
