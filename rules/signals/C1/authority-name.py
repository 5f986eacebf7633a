import jwt

ALLOWED_TOOLS = ["lend"]  # expect: authority-name
ALLOWED_COLOURS = ["green"]  # ok: authority-name


def check_permission(reader):  # expect: authority-name
    return reader.card


def _is_loan_allowed(reader):  # expect: authority-name
    return reader.card


def is_extension_allowed(name):  # ok: authority-name
    return name.endswith(".txt")


def get_role(message):  # ok: authority-name
    return message["role"]


def reader_of(token):
    return jwt.decode(token, "k", algorithms=["HS256"])  # expect: authority-name


def validate_listed_action(loan):  # expect: authority-name
    return loan


SAFE_ACTIONS = ["renew"]  # expect: authority-name
EXCLUDED_COMMANDS = []  # ok: authority-name
ALLOWED_TOOLS = load()  # expect: authority-name
