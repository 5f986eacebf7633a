BLOCKED_COMMANDS = ["rm -rf /", "mkfs"]  # expect: command-filter
COMMAND_NAMES = ["list"]  # ok: command-filter
READ_ONLY_COMMANDS = ["ls", "cat"]  # ok: command-filter


def is_safe_command(line):  # expect: command-filter
    return not any(part in line for part in BLOCKED_COMMANDS)


def is_safe_height(value):  # ok: command-filter
    return value < 10


def validate_bash_timeout(value):  # ok: command-filter
    return value < 60


def sanitize_command_args_for_logging(values):  # ok: command-filter
    return sorted(values)

user_allowed_commands = ["start"]  # ok: command-filter
