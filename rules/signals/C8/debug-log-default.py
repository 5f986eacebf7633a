import logging

logging.basicConfig(level=logging.DEBUG)  # expect: debug-log-default
logging.basicConfig(level=logging.INFO)  # ok: debug-log-default


def set_up_desk_log(logger, handler, log_level):
    handler.setLevel(log_level)
    logger.setLevel(logging.DEBUG)  # ok: debug-log-default
