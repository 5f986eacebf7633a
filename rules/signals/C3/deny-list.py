BLOCKED_COMMANDS = ["mkfs"]  # expect: deny-list
BLOCKED_USERS = ["bob"]  # ok: deny-list


def shell(denied_commands=None):  # ok: deny-list
    return denied_commands


def guarded(denied_commands=("mkfs",)):  # expect: deny-list
    return denied_commands
