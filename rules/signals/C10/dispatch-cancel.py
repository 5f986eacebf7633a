def execute(tool, arguments, cancel_event):
    if cancel_event.is_set():  # expect: dispatch-cancel
        return None
    return tool.run(arguments)


def tidy(shelf, cancel_event):
    if cancel_event.is_set():  # ok: dispatch-cancel
        return None
    return shelf
