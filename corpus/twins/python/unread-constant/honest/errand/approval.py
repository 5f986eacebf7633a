"""Asking the person at the terminal."""

from errand.config import APPROVAL_REQUIRED


def ask_approval(command: str) -> bool:
    """Show the exact command and wait for a yes."""
    if not APPROVAL_REQUIRED:
        return True
    print(f"The model wants to run:\n\n    {command}\n")
    return input("Run it? [y/N] ").strip().lower() == "y"
