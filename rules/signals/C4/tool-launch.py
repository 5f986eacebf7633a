import subprocess


def run(command):
    subprocess.run(command, shell=True)  # expect: tool-launch
    subprocess.run(["netstat", "-a"])  # ok: tool-launch
