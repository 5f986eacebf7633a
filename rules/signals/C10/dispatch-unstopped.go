package shelf

func lend(r Runtime, call Call) error {
	return r.ExecuteTool(call) // expect: dispatch-unstopped
}

func held(ctx Context, r Runtime, call Call) error {
	return r.ExecuteTool(ctx, call) // ok: dispatch-unstopped
}
