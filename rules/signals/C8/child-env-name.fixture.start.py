import os


def start(command, server):
    env = os.environ.copy()
    env.pop("HARBOUR_KEY", None)  # expect: child-env-name
    run(command, env=server_secret_env(server))  # expect: child-env-name
    run(command)  # ok: child-env-name
