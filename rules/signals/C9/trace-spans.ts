tracer.startActiveSpan("tool", run); // expect: trace-spans
timer.startClock("tool", run); // ok: trace-spans

page.createSpan({ cls: "mark" }); // ok: trace-spans
server.start(new OAuthCallbackHandler()); // ok: trace-spans
tracer.createSpan("tool"); // expect: trace-spans
