import os
import subprocess


def call(line, parts):
    subprocess.run(line, shell=True)  # expect: shell-command
    subprocess.Popen(["bash", "-c", line])  # expect: shell-command
    os.system(line)  # expect: shell-command
    subprocess.run(parts)  # ok: shell-command
    os.system(f"LIBS=/usr/lib /usr/bin/ffmpeg -i {line}")  # ok: shell-command
    os.system("clear")  # ok: shell-command
