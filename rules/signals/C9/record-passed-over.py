def keep(desk, entry):
    try:
        desk.record_event(entry)  # expect: record-passed-over
    except Exception:
        pass


def insist(desk, entry):
    try:
        desk.record_event(entry)  # ok: record-passed-over
    except ValueError:
        raise
