"""An assistant for the terminal."""

__version__ = "0.4.0"
