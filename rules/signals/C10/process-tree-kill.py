import os
import subprocess


def halt(p):
    os.killpg(p.pid, 9)  # expect: process-tree-kill
    p.kill()  # ok: process-tree-kill
    subprocess.Popen(["tool"], start_new_session=True)  # expect: process-tree-kill


def memory():
    return psutil.Process().memory_info()  # ok: process-tree-kill


def end(pid):
    for child in psutil.Process(pid).children(recursive=True):  # expect: process-tree-kill
        child.kill()


def skills():
    return get_skill_tree()  # ok: process-tree-kill
