import logging

logger = logging.getLogger("x")


def call_one(tool_name, value):
    logger.info("run %s", tool_name)  # expect: action-log
    logger.info("value ready")  # ok: action-log
    logger.warning("no such tool: %s", tool_name)  # ok: action-log
    logger.error("Tool call failed")  # ok: action-log
    logger.info("shelf is dusted")  # ok: action-log
    logger.info("unexpected answer to %s", command)  # ok: action-log
    clearcut.logToolInvocation(tool_name)  # ok: action-log


def call_tool(name):
    logger.info("tools list changed")  # ok: action-log
    logger.info("arguments are read")  # expect: action-log
    logger.info("the lamp is lit")  # ok: action-log
