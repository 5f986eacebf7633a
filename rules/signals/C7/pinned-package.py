import subprocess


def start():
    subprocess.run(["npx", "-y", "left-server@1.4.2"])  # expect: pinned-package
    subprocess.run(["npx", "-y", "left-server"])  # ok: pinned-package
