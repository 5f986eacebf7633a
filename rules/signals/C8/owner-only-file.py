import os

os.chmod(path, 0o600)  # expect: owner-only-file
os.chmod(path, 0o644)  # ok: owner-only-file
os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)  # expect: owner-only-file
os.chmod(path, stat.S_IRUSR | stat.S_IWUSR | stat.S_IROTH)  # ok: owner-only-file
