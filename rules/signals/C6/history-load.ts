const past = store.loadSession("me"); // expect: history-load
const page = store.loadPage("me"); // ok: history-load
await uploadChatImages(page, images); // ok: history-load
const shown = answer.chat_history.map((line) => line.text); // ok: history-load
