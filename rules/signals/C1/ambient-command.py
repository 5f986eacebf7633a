import subprocess

from langchain_core.tools import tool


@tool
def shell(command: str) -> str:
    """Run a command."""
    done = subprocess.run(command, shell=True, capture_output=True)  # expect: ambient-command
    return done.stdout


@tool
def narrow(command: str) -> str:
    """Run a command without keys."""
    return subprocess.run(command, shell=True, env={"PATH": "/usr/bin"})  # ok: ambient-command


@tool
def version() -> str:
    """Tell the version."""
    command = "uname -a"
    return subprocess.getoutput(command)  # ok: ambient-command
