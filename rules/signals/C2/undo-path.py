def undo_last_edit(path):  # expect: undo-path
    return path


def last_edit(path):  # ok: undo-path
    return path
