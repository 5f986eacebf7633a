import subprocess


def fork(folder):
    subprocess.run(["git", "worktree", "add", folder])  # expect: worktree-isolation
    subprocess.run(["git", "clone", folder])  # ok: worktree-isolation
