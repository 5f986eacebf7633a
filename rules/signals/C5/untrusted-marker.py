def wrap_untrusted(text):  # expect: untrusted-marker
    return text


def wrap_line(text):  # ok: untrusted-marker
    return text


def escape_prompt_text(text):  # expect: untrusted-marker
    return text.replace("<", "")


ENTRY = {"trust": "untrusted", "text": "hello"}  # expect: untrusted-marker
PLACE = {"trust": "full", "text": "hello"}  # ok: untrusted-marker
BLOCKED_UNTRUSTED_HOSTS = ()  # ok: untrusted-marker

# ok: untrusted-marker
def format_untrusted_project_notice(paths):
    return paths


# ok: untrusted-marker
def _clean_prompt(value):
    return value


# ok: untrusted-marker
def sanitize_tool_result_text(value):
    return value


SENT = {"origin": "external", "text": "hello"}  # ok: untrusted-marker


def answer(result):
    return mark_result_untrusted_for_model(result)  # expect: untrusted-marker
