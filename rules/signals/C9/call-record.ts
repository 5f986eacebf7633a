journal.recordToolCall(call); // expect: call-record
journal.recount(call); // ok: call-record
requestStore.add({ tool, sql, success }); // expect: call-record
bookStore.add(book); // ok: call-record
call_history.append(call); // ok: call-record

detector.recordToolUse(uses); // ok: call-record

deskClient.createAction({ name }); // ok: call-record
function extractionLogic(page) { // ok: call-record
  return page;
}

const engine = this.createToolCallEngine(kind); // ok: call-record
