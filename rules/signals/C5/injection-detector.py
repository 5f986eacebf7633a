def detect_injection(text):  # expect: injection-detector
    return "ignore previous" in text


def detect_language(text):  # ok: injection-detector
    return "en"


ORDERS = [r"ignore\s+(all\s+)?previous\s+instructions"]  # expect: injection-detector
COLOURS = [r"ignore\s+case"]  # ok: injection-detector


def check_command_injection(line):  # ok: injection-detector
    return ";" in line


def check_injection_risk(line):  # ok: injection-detector
    """Whether a substitution stands in the line."""
    return "$(" in line


def get_system_prompt_injection(notes):  # ok: injection-detector
    """What goes into the prompt of the system."""
    return "\n".join(notes)

# ok: injection-detector
def create_idle_prompt_injection_boundary(desk):
    return desk
