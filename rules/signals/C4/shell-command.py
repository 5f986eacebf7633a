import os
import subprocess


def call(line, parts):
    subprocess.run(line, shell=True)  # expect: shell-command
    subprocess.Popen(["bash", "-c", line])  # expect: shell-command
    os.system(line)  # expect: shell-command
    subprocess.run(parts)  # ok: shell-command
