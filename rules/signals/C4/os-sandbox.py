import subprocess


def confined(command):
    subprocess.run(["bwrap", "--unshare-all", *command])  # expect: os-sandbox
    subprocess.run(["bash", *command])  # ok: os-sandbox
