DANGEROUS_COMMANDS = ["mkfs", "dd"]  # expect: action-risk-tier


def is_safe_command(command):  # expect: action-risk-tier
    return command == "ls"


def is_empty(command):  # ok: action-risk-tier
    return not command


def classify_command_error(text):  # ok: action-risk-tier
    return text


def get_risk_models(client):  # ok: action-risk-tier
    return client.models


SENSITIVE_PATTERNS = ["card number"]  # ok: action-risk-tier
