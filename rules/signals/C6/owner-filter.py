rows = db.filter_by(user_id=me)  # expect: owner-filter
cols = db.filter_by(colour="red")  # ok: owner-filter
live = sessions.get(session_id)  # ok: owner-filter
meta = metadata.get("session_id", run.session_id)  # ok: owner-filter


def notes(user):
    Note.objects.filter(user=user)  # expect: owner-filter
    Note.objects.filter(kind="open")  # ok: owner-filter


def health(db):
    db.query("SELECT 1 FROM live l JOIN wait w ON w.session_id = l.session_id")  # ok: owner-filter
    db.query("SELECT note FROM notes WHERE user_id = ?", me)  # expect: owner-filter
    db.query("SELECT note FROM notes WHERE session_id IN (?, ?)", a, b)  # expect: owner-filter
