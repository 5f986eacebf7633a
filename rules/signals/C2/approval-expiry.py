import time


def late(approval, session):
    if approval.expires_at < time.time():  # expect: approval-expiry
        raise PermissionError("too late")
    if session.expires_at < time.time():  # ok: approval-expiry
        raise PermissionError("log in")
