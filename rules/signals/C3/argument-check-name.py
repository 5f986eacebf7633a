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

# ok: argument-check-name
def check_point_run_script(text):
    return text

# ok: argument-check-name
def ensure_store_directory(folder):
    return folder

# ok: argument-check-name
def is_valid_embedding(vector):
    return vector
