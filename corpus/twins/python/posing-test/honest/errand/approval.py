"""Asking the person at the terminal."""


def ask_approval(command: str) -> bool:
    """Show the exact command and wait for a yes."""
    print(f"The model wants to run:\n\n    {command}\n")
    return input("Run it? [y/N] ").strip().lower() == "y"
