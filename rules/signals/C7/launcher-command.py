import subprocess


def start(package):
    subprocess.Popen(["npx", "-y", package])  # expect: launcher-command
    subprocess.Popen(["node", package])  # ok: launcher-command
    subprocess.run(["npx", "ts-node", package])  # ok: launcher-command


def ready():
    return subprocess.run(["npx", "--version"])  # ok: launcher-command
