rows = db.filter_by(user_id=me)  # expect: owner-filter
cols = db.filter_by(colour="red")  # ok: owner-filter
live = sessions.get(session_id)  # ok: owner-filter
meta = metadata.get("session_id", run.session_id)  # ok: owner-filter
