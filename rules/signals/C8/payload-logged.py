import logging

logger = logging.getLogger("x")
logger.info("call %s", arguments)  # expect: payload-logged
logger.info("call done")  # ok: payload-logged


def keep(log, payload):
    log.append((1, payload))  # ok: payload-logged


def count_notes(messages):
    logger.info("notes: %d", len(messages))  # ok: payload-logged
