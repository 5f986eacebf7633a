import logging

h = logging.FileHandler("run.log")  # expect: log-file
s = logging.StreamHandler()  # ok: log-file

import sys

from loguru import logger

logger.add(sys.stderr, level="INFO")  # ok: log-file
logger.add("run.log")  # expect: log-file
