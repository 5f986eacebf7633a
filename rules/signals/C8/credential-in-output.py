import logging

logger = logging.getLogger(__name__)


def connect(api_key, name):
    # expect: credential-in-output
    logger.info("connecting with %s", api_key)
    # ok: credential-in-output
    logger.info("connecting as %s", name)
