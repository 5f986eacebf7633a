import subprocess

subprocess.run(["kubectl", "config", "use-context", name])  # expect: client-context-write
subprocess.run(["kubectl", "config", "view"])  # ok: client-context-write
