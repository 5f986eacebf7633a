import os
import subprocess


def water(command):
    subprocess.run(command, shell=True)  # expect: place-run
    os.getcwd()  # ok: place-run
