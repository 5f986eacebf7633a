import subprocess


def start(name):
    subprocess.run(["npx", "-y", name])  # expect: unpinned-launch
    subprocess.run(["npx", name])  # ok: unpinned-launch
    subprocess.run(["uvx", "reader"])  # expect: unpinned-launch
    subprocess.run(["uvx", "reader@1.4.0"])  # ok: unpinned-launch
