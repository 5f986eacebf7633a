const past = store.loadSession("me"); // expect: history-load
const page = store.loadPage("me"); // ok: history-load
