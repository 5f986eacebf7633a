import shlex

# expect: argument-check-name
def _validate_input_parameters(spec, bound):
    return spec

# expect: argument-check-name
def sanitize_code(text):
    return text.strip()

# expect: argument-check-name
BANNED_IMPORTS = ["os"]

# ok: argument-check-name
def health_check_url(url):
    return url

# ok: argument-check-name
def render_page(page):
    return page

# expect: argument-check-name
LINE = "ls " + shlex.quote("a b")

# ok: argument-check-name
def is_valid_for_desk(desk):
    return desk
