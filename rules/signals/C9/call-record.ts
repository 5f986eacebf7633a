journal.recordToolCall(call); // expect: call-record
journal.recount(call); // ok: call-record
