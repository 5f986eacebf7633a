import subprocess

subprocess.run(["measure"])  # ok: process-without-timeout
