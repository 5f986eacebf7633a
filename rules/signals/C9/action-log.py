import logging

logger = logging.getLogger("x")


def call_one(tool_name, value):
    logger.info("run %s", tool_name)  # expect: action-log
    logger.info("value ready")  # ok: action-log
