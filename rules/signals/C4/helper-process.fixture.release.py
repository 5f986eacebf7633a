import subprocess

subprocess.run(["git", "tag", "v1"])  # ok: helper-process
