import subprocess


def brew(line, cup):
    # expect: chosen-program
    subprocess.run(line, check=False)
    # ok: chosen-program
    subprocess.run(["git", "show", cup], check=False)
    # ok: chosen-program
    subprocess.run("uptime", check=False)


brew(["true"], "HEAD")
