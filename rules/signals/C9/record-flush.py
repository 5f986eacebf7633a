import os


def keep(out):
    os.fsync(out.fileno())  # expect: record-flush
    out.flush()  # ok: record-flush
