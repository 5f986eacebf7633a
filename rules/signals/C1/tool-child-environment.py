import os
import subprocess


def run(command, allowed):
    subprocess.run(command, shell=True)  # expect: tool-child-environment
    subprocess.run(command, env={**os.environ, "TERM": "dumb"})  # expect: tool-child-environment
    subprocess.run(command, env=allowed)  # ok: tool-child-environment
