import subprocess


def lend(command):
    subprocess.run(command)  # expect: sink-untimed


def held(command, timeout):
    subprocess.run(command, timeout=timeout)  # ok: sink-untimed
