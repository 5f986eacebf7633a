store.appendEvent("x"); // expect: record-swallowed
const ok = store.appendEvent("x"); // ok: record-swallowed

detector.recordToolUse(uses); // ok: record-swallowed

deskClient.recordEvent(event); // ok: record-swallowed
