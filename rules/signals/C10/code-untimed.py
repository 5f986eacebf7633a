def lend(code):
    exec(code, {})  # expect: code-untimed


def held(code, timeout):
    with timeout(10):
        exec(code, {})  # ok: code-untimed


def handed(code, pool):
    def target():
        exec(code, {})  # ok: code-untimed

    return pool.submit(target)
