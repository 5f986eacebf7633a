package run

func call(ctx any) {
	tracer.Start(ctx, "tool") // expect: trace-spans
	timer.Stop(ctx, "tool") // ok: trace-spans
}
