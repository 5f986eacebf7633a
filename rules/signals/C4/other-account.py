import subprocess


def run(path, account):
    subprocess.run(["su", "-s", "/bin/sh", "-c", path, account])  # expect: other-account
    subprocess.run([path], user=account)  # expect: other-account


def summed(path):
    subprocess.run(["sum", path])  # ok: other-account
    subprocess.run(["sudo", "systemctl", "restart", path])  # ok: other-account
