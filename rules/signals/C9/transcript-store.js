session.saveTranscript(m); // expect: transcript-store
session.refresh(m); // ok: transcript-store
session.addMessage(m); // ok: transcript-store
