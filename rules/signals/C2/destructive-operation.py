import shutil


def wipe(path):
    shutil.rmtree(path)  # expect: destructive-operation


def count(path):
    return len(path)  # ok: destructive-operation
