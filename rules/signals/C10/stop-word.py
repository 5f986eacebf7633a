import signal


def leave(child, form):
    child.kill()  # expect: stop-word
    signal.signal(2, leave)  # expect: stop-word
    form.submit()  # ok: stop-word
