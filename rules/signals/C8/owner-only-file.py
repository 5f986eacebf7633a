import os

os.chmod(path, 0o600)  # expect: owner-only-file
os.chmod(path, 0o644)  # ok: owner-only-file
