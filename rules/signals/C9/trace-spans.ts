tracer.startActiveSpan("tool", run); // expect: trace-spans
timer.startClock("tool", run); // ok: trace-spans
