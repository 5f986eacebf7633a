import os
import subprocess


def run(command):
    subprocess.run(command, shell=True)  # expect: shell-string-execution
    subprocess.run(["ls", command])  # ok: shell-string-execution
    os.system(f"ffmpeg -i {command}")  # ok: shell-string-execution
    os.system(f"{command} --all")  # expect: shell-string-execution
