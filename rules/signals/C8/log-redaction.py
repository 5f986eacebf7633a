import logging


class SecretFilter(logging.Filter):  # expect: log-redaction
    def filter(self, record):
        record.msg = record.msg.replace(self.token, "")
        return True


class SecretStore(dict):  # ok: log-redaction
    pass


class NoiseFilter(logging.Filter):  # ok: log-redaction
    def filter(self, record):
        return "heartbeat" not in record.name
