import logging

logger = logging.getLogger("shelf")


def lend(code):
    logger.info("lending %s", code)  # expect: sink-log
    exec(code, {})


def tidy(shelf):
    logger.info("tidied %s", shelf)  # ok: sink-log
