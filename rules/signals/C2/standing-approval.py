always_allow_tools = set()  # expect: standing-approval


def remember_approval(call):  # expect: standing-approval
    always_allow_tools.add(call)


def forget(call):  # ok: standing-approval
    return call


ALWAYS_ALLOWED_WORDS = {"help"}  # ok: standing-approval
