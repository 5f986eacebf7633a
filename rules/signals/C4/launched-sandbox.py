import subprocess


def ask(text):
    subprocess.run(["codex", "exec", "--sandbox", "workspace-write", text])  # expect: launched-sandbox
    subprocess.run(["codex", "login"])  # ok: launched-sandbox
