import logging

logger = logging.getLogger("x")
logger.info("started")  # expect: log-call
logger.close("x")  # ok: log-call
