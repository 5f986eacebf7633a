import subprocess


def run(command, cmd):
    subprocess.run(command, shell=True)  # expect: written-launch
    subprocess.run(["netstat", "-a"])  # ok: written-launch
    subprocess.run(["git", *cmd])  # ok: written-launch


def evaluate(code):
    exec(code, {})  # expect: written-launch


def cut(path):
    command = f"cutter -i {path}"
    subprocess.run(command, shell=True)  # ok: written-launch
