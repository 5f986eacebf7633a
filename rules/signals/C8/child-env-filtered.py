def build_child_env(base):  # expect: child-env-filtered
    return {"PATH": base["PATH"]}


def build_child_args(base):  # ok: child-env-filtered
    return []


def build_env_var_map(base):  # ok: child-env-filtered
    return dict(base)


def start(command):
    child_env = os.environ.copy()
    child_env.setdefault("HARBOUR_MODE", "quiet")  # ok: child-env-filtered
    return subprocess.run(command, env=child_env)
