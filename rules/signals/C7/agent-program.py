import subprocess


def delegate(task):
    subprocess.run(["claude", "-p", task])  # expect: agent-program
    subprocess.run(["clang", task])  # ok: agent-program
