def start(autosave=False, width=False):  # expect: record-opt-in
    return width


colour = None  # ok: record-opt-in


def loud(verbose=False):  # ok: record-opt-in
    return verbose


class Desk:
    log_file = None  # ok: record-opt-in
