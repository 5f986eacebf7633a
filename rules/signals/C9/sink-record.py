def lend(desk, code):
    desk.add_execution_log(code, "started")  # expect: sink-record
    exec(code, {})


def tidy(desk, code):
    desk.add_execution_log(code, "tidied")  # ok: sink-record
