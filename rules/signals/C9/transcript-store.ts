session.appendMessage(m); // expect: transcript-store
session.refresh(m); // ok: transcript-store
