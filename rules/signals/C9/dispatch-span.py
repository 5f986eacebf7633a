def execute(tracer, tool, arguments):
    with tracer.start_as_current_span("lend"):  # expect: dispatch-span
        return tool.run(arguments)


def tidy(tracer, shelf):
    with tracer.start_as_current_span("tidy"):  # ok: dispatch-span
        shelf.tidy()
