import os
import subprocess


def start(argv):
    env = os.environ.copy()  # expect: inherited-child-environment
    return subprocess.run(argv, env=env)


def lean(argv):
    return subprocess.run(argv, env={"PATH": "/usr/bin"})  # ok: inherited-child-environment
