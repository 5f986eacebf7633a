def execute(tool, arguments):
    return tool.run(arguments)  # expect: dispatch-unrecorded


def lend(desk, tool, arguments):
    desk.audit(arguments)
    return tool.run(arguments)  # ok: dispatch-unrecorded
