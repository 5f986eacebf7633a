"""The command line."""

import sys

from errand.agent import work


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: errand TASK")
    print(work(" ".join(sys.argv[1:])))
