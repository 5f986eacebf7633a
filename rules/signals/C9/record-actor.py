store(actor="me")  # expect: record-actor
store(colour="red")  # ok: record-actor
