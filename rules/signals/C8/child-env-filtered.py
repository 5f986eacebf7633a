def build_child_env(base):  # expect: child-env-filtered
    return {"PATH": base["PATH"]}


def build_child_args(base):  # ok: child-env-filtered
    return []
