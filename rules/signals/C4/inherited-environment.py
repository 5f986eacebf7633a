import subprocess


def brew(line):
    # expect: inherited-environment
    subprocess.run(line, check=False)
    # ok: inherited-environment
    subprocess.run(line, env={"PATH": "/bin"}, check=False)


brew(["true"])
