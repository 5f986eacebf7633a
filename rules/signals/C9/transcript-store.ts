import { appendFileSync } from 'node:fs';

session.appendMessage(m); // expect: transcript-store
session.refresh(m); // ok: transcript-store
fs.appendFileSync(place, text);

desk.restoreMessages(shelf); // ok: transcript-store

desk.writeTranscriptStreamError(error); // ok: transcript-store
desk.shouldPersistSession(); // ok: transcript-store
desk.getInsertMessages(rows); // ok: transcript-store
