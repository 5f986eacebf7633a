package demo

func step(r Runtime, call Call) error {
	if !r.AskApproval(call) {
		return errDenied
	}
	return r.ExecuteTool(call) // expect: tool-behind-gate
}

func plain(r Runtime, call Call) error {
	r.Note(call)
	return r.ExecuteTool(call) // ok: tool-behind-gate
}
