"""Asking the person at the terminal."""


class Refused(Exception):
    """The person said no."""


def require_approval(command: str) -> None:
    """Show the exact command; anything but a yes is a refusal."""
    print(f"The model wants to run:\n\n    {command}\n")
    if input("Run it? [y/N] ").strip().lower() != "y":
        raise Refused(command)
