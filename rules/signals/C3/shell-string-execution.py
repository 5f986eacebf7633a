import subprocess


def run(command):
    subprocess.run(command, shell=True)  # expect: shell-string-execution
    subprocess.run(["ls", command])  # ok: shell-string-execution
