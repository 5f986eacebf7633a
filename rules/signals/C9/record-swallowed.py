store.record_tool("x")  # expect: record-swallowed
ok = store.record_tool("x")  # ok: record-swallowed
