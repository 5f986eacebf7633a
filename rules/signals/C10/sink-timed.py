import subprocess


def lend(command):
    subprocess.run(command, timeout=30)  # expect: sink-timed
    subprocess.run(command)  # ok: sink-timed
