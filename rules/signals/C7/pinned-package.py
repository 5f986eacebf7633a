import subprocess


def start():
    subprocess.run(["npx", "-y", "left-server@1.4.2"])  # expect: pinned-package
    subprocess.run(["npx", "-y", "left-server"])  # ok: pinned-package


PKG_NAME = "jsr:@harbour/bell@0.4.2"  # expect: pinned-package
OPEN_PKG_NAME = "jsr:@harbour/bell"  # ok: pinned-package
