package shelf

func lend(r Runtime, d Desk, call Call) error {
	err := r.ExecuteTool(call)
	d.RecordToolResult(call, err) // expect: dispatch-record
	return err
}

func tidy(d Desk, shelf string) {
	d.RecordEvent(shelf) // ok: dispatch-record
}
