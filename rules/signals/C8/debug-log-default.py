import logging

logging.basicConfig(level=logging.DEBUG)  # expect: debug-log-default
logging.basicConfig(level=logging.INFO)  # ok: debug-log-default
