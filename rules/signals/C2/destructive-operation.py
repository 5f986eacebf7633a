import shutil


def wipe(path):
    shutil.rmtree(path)  # expect: destructive-operation


def count(path):
    return len(path)  # ok: destructive-operation


def convert(data):
    tmp_path = spill(data)
    read(tmp_path)
    shutil.rmtree(tmp_path)  # ok: destructive-operation
