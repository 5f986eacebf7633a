from models import Group
from sqlalchemy import select

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


def members(session):
    return session.query(Member.user_id).all()  # ok: owner-filter


def group(session, wanted):
    return session.execute(select(Group.workspace_id).where(Group.colour == wanted))  # ok: owner-filter


def comments(session, workspace):
    return session.execute(select(Comment).where(Comment.workspace_id == workspace))  # expect: owner-filter


def hues(session, wanted):
    return session.execute(select(Comment).where(Comment.colour == wanted))  # ok: owner-filter
