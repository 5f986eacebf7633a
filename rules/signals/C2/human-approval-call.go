package demo

func runTool(ui UI, call Call) error {
	ok := ui.RequestApproval(call) // expect: human-approval-call
	if !ok {
		return errDenied
	}
	ui.Render(call) // ok: human-approval-call
	return nil
}
