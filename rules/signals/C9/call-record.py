def after(call, ok):
    store.record_tool_call(call, ok)  # expect: call-record
    store.refresh(call)  # ok: call-record


class AudioRecorder:  # ok: call-record
    pass
