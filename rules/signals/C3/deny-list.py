BLOCKED_COMMANDS = ["mkfs"]  # expect: deny-list
BLOCKED_USERS = ["bob"]  # ok: deny-list
