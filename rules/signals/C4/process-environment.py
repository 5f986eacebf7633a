import os
import subprocess


def start(command):
    everything = os.environ.copy()  # expect: process-environment
    subprocess.run(command, env=os.environ)  # expect: process-environment
    subprocess.run(command, env={"LANG": "C"})  # ok: process-environment
    return everything


NOTE_ENV = os.environ.get("NOTE", "")  # ok: process-environment


def play(game, env):
    game.run(env=env)  # ok: process-environment
    subprocess.run(["shelf"], env=env)  # expect: process-environment
