const rows = db.findMany(filter, userId); // expect: owner-filter
const cols = db.findMany(filter, colour); // ok: owner-filter
const live = this.sessions.get(sessionId); // ok: owner-filter
