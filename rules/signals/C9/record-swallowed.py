store.record_tool("x")  # expect: record-swallowed
ok = store.record_tool("x")  # ok: record-swallowed
span.record_exception(error)  # ok: record-swallowed
reply.append_event(part)  # ok: record-swallowed
stats.record_call("x")  # ok: record-swallowed
