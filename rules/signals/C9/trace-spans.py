with tracer.start_as_current_span("tool"):  # expect: trace-spans
    run()  # ok: trace-spans

graph.append(service.GetTokenCallbackHandler())  # ok: trace-spans
