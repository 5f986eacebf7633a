def is_tainted(session):  # expect: taint-decision
    return session.read_web


def is_open(session):  # ok: taint-decision
    return True
