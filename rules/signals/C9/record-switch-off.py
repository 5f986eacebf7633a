def open_desk(log_file=None, title=None):  # expect: record-switch-off
    return log_file, title


def shut_desk(save_history=True):  # ok: record-switch-off
    return save_history
