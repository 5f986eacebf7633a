import logging

logger = logging.getLogger("x")
logger.info("started")  # expect: log-call
logger.close("x")  # ok: log-call

from loguru import logger as desk

desk.remove()  # ok: log-call
desk.add("x", level="INFO")  # ok: log-call
desk.success("done")  # expect: log-call
