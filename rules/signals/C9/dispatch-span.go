package shelf

func lend(r Runtime, call Call) error {
	ctx, span := r.tracer.Start(r.ctx, "lend") // expect: dispatch-span
	defer span.End()
	return r.ExecuteTool(ctx, call)
}

func tidy(r Runtime) {
	_, span := r.tracer.Start(r.ctx, "tidy") // ok: dispatch-span
	span.End()
}
