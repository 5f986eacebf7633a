import subprocess

subprocess.run(["measure"])  # ok: place-run
