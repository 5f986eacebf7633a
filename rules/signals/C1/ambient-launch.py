import subprocess

from langchain_core.tools import tool


@tool
def scan(target: str) -> str:
    """Scan a host."""
    words = ["nmap", target]
    done = subprocess.run(words, capture_output=True)  # expect: ambient-launch
    return done.stdout


@tool
def narrow(target: str) -> str:
    """Scan a host without keys."""
    words = ["nmap", target]
    return subprocess.run(words, env={"PATH": "/usr/bin"})  # ok: ambient-launch


@tool
def version() -> str:
    """Tell the version."""
    return subprocess.run(["uname", "-a"])  # ok: ambient-launch
