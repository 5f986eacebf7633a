def start(autosave=False, width=False):  # expect: record-opt-in
    return width


colour = None  # ok: record-opt-in
