import subprocess

subprocess.run(["kubectl", "config", "use-context", name])  # expect: client-context-write
subprocess.run(["kubectl", "config", "view"])  # ok: client-context-write
HINT = "Run: aws configure set region"  # ok: client-context-write
subprocess.run("git init && git config --global user.name shelf", shell=True)  # expect: client-context-write
