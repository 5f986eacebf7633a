# ok: gate-word-exemption
def confirm_order(text, ask):
    answer = ask(text)
    if answer == "yes":
        return True
    return False


def approve_transfer(text: str) -> bool:
    # expect: gate-word-exemption
    if "#urgent" in text:
        return True
    return False


def is_colour(text):
    # ok: gate-word-exemption
    if "red" in text:
        return True
    return False
