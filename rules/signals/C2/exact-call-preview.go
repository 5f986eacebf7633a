package demo

func renderApprovalPrompt(call string) string { // expect: exact-call-preview
	return call
}

func render(call string) string { // ok: exact-call-preview
	return call
}
