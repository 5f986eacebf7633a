def after(call, ok):
    store.record_tool_call(call, ok)  # expect: call-record
    store.refresh(call)  # ok: call-record


class AudioRecorder:  # ok: call-record
    pass


def stream(reply, event, telemetry_client):
    reply.append_event(event)  # ok: call-record
    telemetry_client.record_event(event)  # ok: call-record
    journal.append_event(event)  # expect: call-record


def steps(self, scope, call):
    self._emit_event(scope, call)  # ok: call-record
    self._create_action_and_config(call)  # ok: call-record
    stats.record_execution(call)  # ok: call-record
    self.limits.create_tool_call_limit_error_result(call)  # ok: call-record
    self.rows.create_tool_call(call)  # expect: call-record


class MemoryEventStore:  # ok: call-record
    pass
