package shelf

func lend(r Runtime, call Call) error {
	return r.ExecuteTool(call) // expect: dispatch-unrecorded
}

func note(r Runtime, d Desk, call Call) error {
	d.Emit(call)
	return r.ExecuteTool(call) // ok: dispatch-unrecorded
}
