ALLOWED_COMMANDS = {"ls", "cat"}  # expect: command-allow-list


def validate_command(argv):  # expect: command-allow-list
    return argv[0] in ALLOWED_COMMANDS


def join_command(argv):  # ok: command-allow-list
    return " ".join(argv)


def validate_command(text):  # ok: command-allow-list
    return text.strip() != ""


def invalidate_commands_cache():  # ok: command-allow-list
    pass


def check_command(text):  # ok: command-allow-list
    return None if "mkfs" not in text else "blocked"
