def lend(code):
    exec(code, {})  # expect: code-untimed


def held(code, timeout):
    with timeout(10):
        exec(code, {})  # ok: code-untimed
