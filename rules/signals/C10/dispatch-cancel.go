package shelf

func lend(ctx Context, r Runtime, call Call) error {
	if ctx.Err() != nil { // expect: dispatch-cancel
		return ctx.Err() // expect: dispatch-cancel
	}
	return r.ExecuteTool(ctx, call)
}

func tidy(ctx Context) error {
	return ctx.Err() // ok: dispatch-cancel
}
