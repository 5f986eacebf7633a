import logging

import structlog


def setup_logging(level):  # expect: logging-setup
    logging.basicConfig(level=level)  # expect: logging-setup
    structlog.configure(processors=[])  # expect: logging-setup


def log_in(user):  # ok: logging-setup
    logging.info("in")  # ok: logging-setup
