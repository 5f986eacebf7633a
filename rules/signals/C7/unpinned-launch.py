import subprocess


def start(name):
    subprocess.run(["npx", "-y", name])  # expect: unpinned-launch
    subprocess.run(["npx", name])  # ok: unpinned-launch
