import logging

logger = logging.getLogger("x")


def call_one(tool_name, value):
    logger.info("run %s", tool_name)  # expect: action-log
    logger.info("value ready")  # ok: action-log
    logger.warning("no such tool: %s", tool_name)  # ok: action-log
    logger.error("Tool call failed")  # ok: action-log
