def connect(dsn, allow_write=False):  # expect: write-permission-switch
    return dsn


def scan(path, read_only=False):  # expect: write-permission-switch
    return path


def label(name, bold=False):  # ok: write-permission-switch
    return name


def letters(box, unread_only=False):  # ok: write-permission-switch
    return box
