store(actor="me")  # expect: record-actor
store(colour="red")  # ok: record-actor
shelves.record_page_edit(user_id=reader)  # ok: record-actor
shelves.AddDatabaseRecord(user_id=reader)  # ok: record-actor
trail.record_event(user_id=reader)  # expect: record-actor
