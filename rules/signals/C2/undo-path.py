import shutil


def undo_last_edit(path):  # expect: undo-path
    return path


def last_edit(path):  # ok: undo-path
    return path


def create_checkpoint(path, shelf):  # expect: undo-path
    shutil.copytree(path, shelf)


def save_checkpoint(model, place):  # ok: undo-path
    model.dump(place)


def undo_brush_stroke(layer):  # ok: undo-path
    return layer
