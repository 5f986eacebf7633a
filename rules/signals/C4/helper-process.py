import os
import subprocess


def revision(folder, command):
    subprocess.run(["git", "rev-parse", "HEAD"], cwd=folder)  # expect: helper-process
    subprocess.check_output("ffprobe -v error clip.mp4", shell=True)  # expect: helper-process
    subprocess.run(command, shell=True)  # ok: helper-process
    subprocess.run(["bash", "-c", command])  # ok: helper-process


def add_driver(name):
    subprocess.check_call([sys.executable, "-m", "pip", "install", name])  # expect: helper-process


def fetch(pool):
    return thread_pool_exec(pool, "id")  # ok: helper-process


def convert(clip, name):
    os.system(f"LIBS=/usr/local/lib /usr/local/bin/ffmpeg -i {clip} {name}.mp4")  # expect: helper-process
