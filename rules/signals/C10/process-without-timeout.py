import subprocess

subprocess.run(["tool"])  # expect: process-without-timeout
subprocess.run(["tool"], timeout=9)  # ok: process-without-timeout
