import subprocess


def lend(command):
    subprocess.run(command, timeout=30)  # expect: sink-ungrouped


def held(command):
    subprocess.Popen(command, start_new_session=True)  # ok: sink-ungrouped
