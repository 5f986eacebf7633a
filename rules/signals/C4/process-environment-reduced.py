def scrub_environment(values):  # expect: process-environment-reduced
    return {k: v for k, v in values.items() if k in ALLOWED_ENV}


ALLOWED_ENV = {"LANG", "PATH"}  # expect: process-environment-reduced
ALLOWED_NAMES = {"a"}  # ok: process-environment-reduced


def build_settings_from_env():  # ok: process-environment-reduced
    return ALLOWED_NAMES
