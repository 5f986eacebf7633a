import os
import subprocess

subprocess.run(["tool"])  # expect: child-env-inherited
subprocess.run(["tool"], env={"PATH": "/bin"})  # ok: child-env-inherited


def show_folder(path):
    subprocess.Popen(["xdg-open", path])  # ok: child-env-inherited


def start_desk(line):
    env = os.environ.copy()  # ok: child-env-inherited
    env.pop("DESK_API_KEY", None)
    return subprocess.run(line, env=env)


def desk_environment():
    return {**os.environ, "PAGER": "cat"}  # expect: child-env-inherited
