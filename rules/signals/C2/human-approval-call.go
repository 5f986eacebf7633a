package demo

func runTool(ui UI, call Call) error {
	ok := ui.RequestApproval(call) // expect: human-approval-call
	if !ok {
		return errDenied
	}
	ui.Render(call) // ok: human-approval-call
	return nil
}

func propose(ui UI, options Options, call Call) {
	if !options.SkipPermissions {
		ui.Send(&UserChoiceRequest{Prompt: call.String(), Options: choices}) // expect: human-approval-call
	}
}
