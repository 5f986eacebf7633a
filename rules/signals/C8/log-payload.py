import logging

logger = logging.getLogger(__name__)


def answer(response):
    logger.info("answer %s", response)  # expect: log-payload
    print(response)  # ok: log-payload
