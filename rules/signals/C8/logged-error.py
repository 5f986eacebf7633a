import logging

logger = logging.getLogger(__name__)


def load(path):
    try:
        return open(path).read()
    except OSError as err:
        logger.error("cannot load %s: %s", path, err)  # expect: logged-error
        logger.error("cannot load")  # ok: logged-error
