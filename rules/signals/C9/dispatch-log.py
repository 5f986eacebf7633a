import logging

logger = logging.getLogger("shelf")


def execute(tool, arguments):
    logger.info("lending with %s", arguments)  # expect: dispatch-log
    return tool.run(arguments)


def tidy(shelf):
    logger.info("tidied %s", shelf)  # ok: dispatch-log
