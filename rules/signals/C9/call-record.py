def after(call, ok):
    store.record_tool_call(call, ok)  # expect: call-record
    store.refresh(call)  # ok: call-record


class AudioRecorder:  # ok: call-record
    pass


def stream(reply, event, telemetry_client):
    reply.append_event(event)  # ok: call-record
    telemetry_client.record_event(event)  # ok: call-record
    journal.append_event(event)  # expect: call-record
