def record_event(event):  # ok: call-record
    counts[event] += 1
