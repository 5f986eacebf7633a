import subprocess

subprocess.run(["shelf", "score"])  # ok: host-process
