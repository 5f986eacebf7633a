import logging

h = logging.FileHandler("run.log")  # expect: log-file
s = logging.StreamHandler()  # ok: log-file

import sys

from loguru import logger

logger.add(sys.stderr, level="INFO")  # ok: log-file
logger.add("run.log")  # expect: log-file


def note(log_path, shelf_path, row):
    with open(log_path, "a") as handle:  # expect: log-file
        handle.write(row)
    with open(shelf_path, "a") as handle:  # ok: log-file
        handle.write(row)
