import logging


class SecretFilter(logging.Filter):  # expect: log-redaction
    def filter(self, record):
        return True


class SecretStore(dict):  # ok: log-redaction
    pass
