SAFE_ENV_VARS = {"PATH", "HOME", "LANG"}  # expect: filtered-child-environment


def sanitize_env(env):  # expect: filtered-child-environment
    return {k: v for k, v in env.items() if k in SAFE_ENV_VARS}


def read_env(name):  # ok: filtered-child-environment
    return name
