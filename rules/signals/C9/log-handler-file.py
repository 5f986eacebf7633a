import logging
import sys

from loguru import logger


def setup(path):
    logging.getLogger().addHandler(logging.FileHandler(path))  # expect: log-handler-file
    logging.getLogger().addHandler(logging.StreamHandler())  # ok: log-handler-file
    logger.add(sys.stderr)  # ok: log-handler-file
    logger.add("shelf.log")  # expect: log-handler-file
